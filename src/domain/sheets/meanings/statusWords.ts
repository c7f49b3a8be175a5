// What a word under "Status" says of a security, in the languages of the headings. Only whole texts count: what is not known is
// asked once, and nothing that is not known counts as outstanding.

export const STATUS_MEANINGS = [
  'outstanding',
  'cancelled',
  'repurchased',
  'transferred',
  'converted',
  'exercised',
  'forfeited',
  'expired',
  'not_issued',
] as const;
export type StatusMeaning = (typeof STATUS_MEANINGS)[number];

const WORDS: Record<StatusMeaning, string> = {
  outstanding: `outstanding|issued|issued and outstanding|active|current|open|valid|in force|held|live|effective|executed|fully executed|signed|fully signed|accepted|granted|vesting|vested|fully vested|unvested|partially vested|exercisable|unexercised|unconverted
    |ausstehend|ausgegeben|aktiv|laufend|gültig|offen|bestehend|gehalten|unterzeichnet|gewährt
    |en circulation|émis|émise|émises|actif|active|actifs|en vigueur|en cours|valide|signé|attribué|détenu
    |en circulación|emitido|emitida|emitidas|activo|activa|vigente|vivo|viva|firmado|concedido
    |in circolazione|emesso|emessa|emesse|attivo|attiva|in essere|vigente|firmato
    |uitstaand|uitgegeven|actief|geldig|lopend
    |utestående|utstedt|utstedte|gjeldende|aktive|aktiv|aktiva|udstedt|utfärdad|gällande
    |em circulação|emitida|ativo|ativa|vigente|assinado`,
  cancelled: `cancelled|canceled|void|voided|annulled|retired|revoked|rescinded|surrendered|withdrawn|reversed|repaid|paid back|paid off|redeemed in cash|written off|replaced|superseded
    |annulliert|storniert|ungültig|entwertet|eingezogen|kraftlos|widerrufen|zurückgezahlt
    |annulé|annulée|annulées|révoqué|remboursé
    |anulado|anulada|cancelado|cancelada|canceladas|rescindido|revocado|reembolsado
    |annullato|annullata|annullate|revocato|rimborsato
    |geannuleerd|ingetrokken|afgelost|vervallen verklaard
    |kansellert|annullert|makulert|slettet|annulleret|makulerad|tilbagebetalt
    |anulada|cancelado|cancelada|rescindido`,
  repurchased: `repurchased|bought back|buyback|buy-back|redeemed|zurückgekauft|rückgekauft|racheté|rachetée|rachetées|recomprado|recomprada|recompradas|riacquistato|riacquistata|riacquistate|teruggekocht|ingekocht|tilbakekjøpt|tilbagekøbt|återköpt|recompradas|resgatado|in treasury|treasury`,
  transferred: `transferred|sold|assigned|gifted|transferred out|übertragen|verkauft|abgetreten|verschenkt|transféré|transférée|transférées|cédé|cédée|cédées|vendu|vendue|vendues|transferido|transferida|transferidas|transmitido|transmitida|vendido|vendida|vendidas|trasferito|trasferita|trasferite|ceduto|ceduta|venduto|venduta|overgedragen|verkocht|overført|solgt|overdraget|överlåten|överlåtna|såld|sålda|cedido|cedida`,
  converted: `converted|conversion|gewandelt|umgewandelt|konvertiert|converti|convertie|converties|convertido|convertida|convertidas|convertito|convertita|convertite|geconverteerd|omgezet|konvertert|konverteret|konverterad|konverterade`,
  exercised: `exercised|fully exercised|ausgeübt|exercé|exercée|exercées|levé|levée|levées|ejercido|ejercida|ejercidas|esercitato|esercitata|esercitate|uitgeoefend|innløst|utøvd|udnyttet|utnyttjad|utnyttjade|exercido|exercida|exercidas`,
  forfeited: `forfeited|forfeit|verfallen|verwirkt|caduc|caduque|perdu|perdue|perdues|perdido|perdida|perdidas|decaduto|decaduta|verbeurd|vervallen|forspilt|bortfalt|bortfaldet|förverkad|förverkade|perdidas`,
  expired: `expired|lapsed|matured|abgelaufen|erloschen|expiré|expirée|expirées|échu|échue|expirado|expirada|expiradas|vencido|vencida|vencidas|caducado|caducada|caducadas|scaduto|scaduta|scadute|verlopen|utløpt|udløbet|utgången|utgångna|vencidas`,
  not_issued: `draft|drafted|proposed|planned|promised|offered|offer|expected|committed|pending|pending signature|pending signatures|pending approval|pending board approval|pending acceptance|pending issuance|pending payment|awaiting signature|awaiting approval|awaiting board approval|awaiting acceptance|to be issued|to be signed|to be granted|not issued|not yet issued|unissued|unsigned|not signed|not yet signed|in preparation|rejected|declined
    |entwurf|geplant|zugesagt|angeboten|in vorbereitung|nicht ausgegeben|noch nicht ausgegeben|unterschrift ausstehend|ausstehende unterschrift|nicht unterzeichnet|abgelehnt
    |brouillon|projet|proposé|prévu|promis|en attente|en attente de signature|non émis|non signé|refusé
    |borrador|propuesto|previsto|prometido|pendiente|pendiente de firma|no emitido|sin firmar|rechazado
    |bozza|proposto|previsto|in attesa|in attesa di firma|non emesso|non firmato|rifiutato
    |concept|voorgesteld|gepland|in afwachting|nog niet uitgegeven|niet ondertekend|geweigerd
    |utkast|kladd|planlagt|planerad|ikke utstedt|ikke signert|väntande|afventer|venter på signatur|ej utfärdad
    |rascunho|proposto|previsto|pendente|pendente de assinatura|não emitido|recusado`,
};

const meanings: ReadonlyMap<string, StatusMeaning> = new Map(
  STATUS_MEANINGS.flatMap((meaning) => WORDS[meaning].split('|').map((word) => [word.trim(), meaning] as const)),
);

/** As compared: without case and a day behind it. What brackets add may say the opposite, so it counts. */
export const statusKey = (text: string): string =>
  text
    .normalize('NFKC')
    .slice(0, 200)
    .toLowerCase()
    .replace(/\(\s*[\d./-]{6,10}\s*\)/g, ' ')
    .replace(/\s*(?:\bon\b|\bam\b|\ble\b|\bel\b)?\s*\d[\d./-]{5,9}\s*$/, '')
    .replace(/[.!:]+$/, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Null for a text that is not known. */
export const statusOf = (text: string): StatusMeaning | null => meanings.get(statusKey(text)) ?? null;

/** In words, as an answer to what a status means. */
export const STATUS_WORDS: Record<StatusMeaning, string> = {
  outstanding: 'It is outstanding',
  cancelled: 'It was cancelled',
  repurchased: 'The company bought it back',
  transferred: 'It passed to another holder',
  converted: 'It was converted',
  exercised: 'It was exercised',
  forfeited: 'It was forfeited',
  expired: 'It expired',
  not_issued: 'It is not issued yet',
};
