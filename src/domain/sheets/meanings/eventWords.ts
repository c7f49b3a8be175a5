// What a row of a journal records, in the languages of the headings. Only whole texts count: what is not known is asked once.

export const EVENT_MEANINGS = ['issue', 'transfer', 'repurchase', 'cancellation', 'conversion', 'ignore'] as const;
export type EventMeaning = (typeof EVENT_MEANINGS)[number];

const WORDS: Record<Exclude<EventMeaning, 'ignore'>, string> = {
  issue: `issue|issued|issuance|share issue|stock issuance|issue of shares|new issue|allotment|allotted|allot|subscription|subscribed|subscriber shares|incorporation|formation|founding|purchase from company|grant|bonus issue|exercise|option exercise|exercise of options|investment|capital increase|round
    |ausgabe|emission|zeichnung|gründung|kapitalerhöhung|zuteilung|ausübung
    |émission|souscription|création|constitution|augmentation de capital|attribution|apport|exercice
    |emisión|suscripción|constitución|ampliación de capital|ampliación|asignación|ejercicio
    |emissione|sottoscrizione|costituzione|aumento di capitale|assegnazione
    |uitgifte|oprichting|inschrijving|kapitaalverhoging|toekenning
    |emisjon|stiftelse|tegning|kapitalforhøyelse|emission|nyemission|teckning|bildande|kapitalforhøjelse|udstedelse
    |emissão|subscrição|constituição|aumento de capital|atribuição`,
  transfer: `transfer|transferred|transfer of shares|share transfer|stock transfer|sale|sold|sale of shares|secondary|secondary sale|secondary transfer|gift|donation|inheritance|assignment|purchase|bought
    |übertragung|verkauf|kauf|abtretung|schenkung|erbschaft|erbgang
    |transfert|cession|vente|achat|donation|don|succession|transmission
    |transferencia|transmisión|venta|compra|compraventa|donación|herencia|cesión
    |trasferimento|cessione|vendita|acquisto|donazione|successione
    |overdracht|verkoop|koop|levering|schenking|erfenis
    |overføring|salg|kjøp|gave|arv|overdragelse|överlåtelse|försäljning|köp|gåva|køb
    |transferência|cessão|venda|compra|doação|herança|transmissão`,
  repurchase: `repurchase|repurchased|buyback|buy-back|buy back|share buyback|redemption|redeemed|redeem|acquisition of own shares
    |rückkauf|rückerwerb|einziehung
    |rachat|rachat d’actions|rachat d'actions
    |recompra|recompra de acciones|autocartera
    |riacquisto|riscatto
    |inkoop|terugkoop
    |tilbakekjøp|innløsning|återköp|inlösen|tilbagekøb
    |recompra de ações|resgate`,
  cancellation: `cancellation|cancelled|canceled|cancel|cancelation|surrender|surrendered|forfeiture|forfeited|capital reduction|void|annulment
    |annullierung|vernichtung|kapitalherabsetzung|kraftloserklärung
    |annulation|réduction de capital
    |cancelación|anulación|amortización|reducción de capital
    |annullamento|riduzione di capitale
    |annulering|intrekking|kapitaalvermindering
    |sletting|kapitalnedsettelse|makulering|minskning|kapitalnedsættelse
    |cancelamento|anulação|redução de capital`,
  conversion: `conversion|converted|convert|conversion of shares|share conversion|re-designation|redesignation|reclassification
    |umwandlung|wandlung|conversión|reclasificación|conversione|conversie|omzetting|konvertering|omgjøring|conversão|reclassificação`,
};

const meanings: ReadonlyMap<string, EventMeaning> = new Map(
  Object.entries(WORDS).flatMap(([meaning, words]) =>
    words.split('|').map((word) => [word.trim(), meaning as EventMeaning] as const),
  ),
);

export const eventKey = (text: string): string =>
  text
    .normalize('NFKC')
    .slice(0, 200)
    .toLowerCase()
    .replace(/\([^()]*\)/g, ' ')
    .replace(/[.!:]+$/, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Null for a text that is not known. */
export const eventOf = (text: string): EventMeaning | null => meanings.get(eventKey(text)) ?? null;

/** In words, as an answer to what an event is. */
export const EVENT_WORDS: Record<EventMeaning, string> = {
  issue: 'Shares were issued',
  transfer: 'Shares passed to another holder',
  repurchase: 'The company bought shares back',
  cancellation: 'Shares were cancelled',
  conversion: 'Shares became shares of another class',
  ignore: 'Nothing to import',
};
