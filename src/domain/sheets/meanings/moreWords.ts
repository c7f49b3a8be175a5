// Headings beside those of synonyms.ts: registers and forms of the United Kingdom, and Portuguese, Italian, Dutch and further
// German, French and Spanish ones.
import type { Field } from '../reading.ts';
import { WEAK } from './paymentWords.ts';

export type Words = readonly [field: Field, words: string, part?: string, rank?: number];

export const MORE_GENERAL: readonly Words[] = [
  [
    'holder',
    "holder's name|holder of record|registered holder|registered owner|name of holder|name of shareholder|name of member|name of stakeholder|member name|member's name|members|owner name|equity holder|equityholder|allottee|subscriber|proprietor|beneficial owner|creditor|lender|counterparty|purchaser|participant|participant name|aktieninhaber|anteilseigner|name des aktionärs|name des gesellschafters|optionsinhaber|berechtigter|detenteur|détenteur|nom de l'actionnaire|nom du titulaire|bénéficiaire|souscripteur|nombre del accionista|nombre del socio|tenedor|beneficiario|acionista|nome do acionista|sócio|nome|nome completo|titular das ações|beneficiário|socio|nome azionista|titolare|aandeelhouder|naam aandeelhouder|naam|houder|aksjeeier|ejer|kapitalejer|aktiehaver|aktieägarens namn",
  ],
  ['holder', "institution|institution's name|fund", 'institution', WEAK],
  ['first_name', 'forename|forenames|christian name|nombre de pila|primeiro nome|nome próprio|voornaam|prenome'],
  ['last_name', 'nom|apellido|apellidos|sobrenome|apelido|cognome|achternaam', '', WEAK],
  [
    'email',
    'mail|e-mail address of holder|correo electrónico|adresse e-mail|adresse électronique|endereço de e-mail|indirizzo e-mail|e-mailadres|mailadresse',
  ],
  [
    'holder_id',
    'company registration number|registered number|tax id|national id|passport no|nif|dni|nie|cnpj|cpf|kvk|codice fiscale|partita iva|siren|handelsregisternummer|org.nr|organisasjonsnummer|organisationsnummer|cvr|personnummer',
  ],
  [
    'holder_kind',
    'type of holder|holder category|category of holder|type of stakeholder|type of shareholder|art des aktionärs|type d’actionnaire|tipo de accionista|tipo de acionista|tipo di azionista',
  ],
  ['street_1', 'registered address|street name|dirección|calle|endereço|morada|indirizzo|via|adres|straat'],
  ['city', 'ciudad|cidade|localidade|città|plaats|stad|woonplaats'],
  ['state', 'estado|estado/provincia|provincia|stato|stand|département|bundesland|land/kanton'],
  ['postal_code', 'código postal|código-postal|cep|cap|postcode/zip|postleitzahl'],
  ['country', 'country of residence|pais|país de residencia|paese|nazione|land van vestiging|staat'],
  [
    'security_id',
    'instrument id|instrument no|instrument number|security no|security number|share certificate|share certificate no|share certificate number|certificate ref|cert ref|holding id|zertifikat-nr|zertifikat nr|zertifikatsnr|numéro de certificat|n° de certificat|certificat|número de certificado|certificado|número do certificado|certificato|numero certificato|certificaat|certificaatnummer|sertifikat|aktiebrev|aktiebrevsnummer',
  ],
  [
    'class',
    "type of security|type of share|type of shares|type of stock|kind of share|kind of shares|class of share|class of security|share class name|stock type|equity type|name of class|share designation|designation of shares|aktienklasse|aktientyp|anteilklasse|art der aktien|catégorie de titres|type d'actions|classe d'actions|clase de acciones|clase de acción|serie|tipo de acciones|classe|classe de ações|classe das ações|tipo de ações|espécie de ações|categoria|categoria di azioni|classe di azioni|tipo di azioni|soort|soort aandeel|soort aandelen|klasse|aandelensoort|aandelenklasse|aksjeklasse|aktieslag|aktietype",
  ],
  ['par_value', 'nominal|nominal value per share|nennbetrag|valor nominal|valore nominale|nominale waarde'],
  [
    'conversion_ratio',
    'conversion ratio|conversion rate|conversion ratio to common|ratio|converts at|umwandlungsverhältnis|wandlungsverhältnis|ratio de conversion|taux de conversion|ratio de conversión|razão de conversão|rapporto di conversione|conversieverhouding',
  ],
  [
    'quantity_issued',
    "number of shares issued|number of shares allotted|number of securities|number of stock|share quantity|shares qty|no. shares|no shares|nr of shares|total shares issued|shares allotted|shares acquired|aktien|aktienanzahl|zahl der aktien|anzahl der aktien|anteile|anzahl der anteile|nombre d'actions détenues|nombre de parts|nb d'actions|actions|parts|acciones|número de participaciones|participaciones|cantidad|nº de acciones|ações|quantidade|quantidade de ações|número de ações|nº de ações|quotas|azioni|numero di azioni|numero azioni|quantità|aandelen|aantal|aantal aandelen|antall andeler|antal andelar|antal anparter",
  ],
  [
    'quantity_outstanding',
    'number of shares held|number of shares owned|number of shares outstanding|number of units held|shares in issue|current holding|holding|shareholding|current balance|closing balance|bestand|aktienbestand|solde|saldo|actions détenues|acciones en circulación|ações detidas|ações em circulação|azioni possedute|azioni in circolazione|gehouden aandelen|beholdning',
  ],
  [
    'granted',
    "quantity of options|no. of options|no of options|number granted|shares granted|awards granted|units granted|optionen|anzahl optionen|gewährte optionen|options attribuées|nombre d’options|nombre d'options|opciones|opciones concedidas|número de opciones|opções|opções concedidas|número de opções|opzioni|opzioni assegnate|numero di opzioni|opties|aantal opties|toegekende opties|antall opsjoner|antal optioner|tildelte opsjoner",
  ],
  [
    'exercised',
    'exercised shares|shares exercised|number exercised|exercised options|exercised quantity|ausgeübt|ausgeübte optionen|exercées|options exercées|ejercidas|opciones ejercidas|exercidas|opções exercidas|esercitate|opzioni esercitate|uitgeoefend|uitgeoefende opties|utøvd|udnyttet|utnyttjade',
  ],
  [
    'forfeited',
    'forfeited options|forfeited quantity|number forfeited|forfeitures|verfallen|verfallene optionen|verwirkt|caduques|options caduques|perdidas|opciones perdidas|decadute|vervallen|bortfalt|bortfaldet|förverkade',
  ],
  [
    'expired',
    'expired options|expired quantity|lapsed options|quantity lapsed|options lapsed|number lapsed|abgelaufen|expirées|expiradas|scadute|verlopen|utløpt',
  ],
  [
    'cancelled',
    'repurchased|quantity repurchased|shares repurchased|bought back|shares bought back|transferred out|quantity transferred|zurückgekauft|rachetées|recompradas|riacquistate|teruggekocht',
  ],
  [
    'price',
    'subscription price|price per security|unit price|cost/share|preis je aktie|bezugspreis|zeichnungspreis|prix de souscription|prix unitaire|precio por acción|precio de emisión|preço|preço por ação|preço de emissão|prezzo|prezzo per azione|prezzo di emissione|prijs|prijs per aandeel|uitgifteprijs|tegningskurs|teckningskurs|pris per aksje|pris per aktie',
  ],
  [
    'consideration',
    'amount invested in shares|subscription amount|total consideration|total cost of shares|amount subscribed|investitionsbetrag|investierter betrag|montant souscrit|montant investi|importe invertido|montante investido|valor investido|valor pago|importo investito|importo versato|geïnvesteerd bedrag|investert beløp|investerat belopp',
  ],
  [
    'strike',
    "exercise price per share|strike price per share|option exercise price|ausübungskurs|prix d’exercice|prix d'exercice|precio de ejercicio|preço de exercício|prezzo di esercizio|uitoefenprijs|innløsningskurs|lösenpris|udnyttelseskurs",
  ],
  [
    'issue_date',
    "date of allotment|allotment date|date of grant|date of acquisition|date of subscription|subscription date|date of entry|date of registration|registration date|date registered|emissionsdatum|datum der ausgabe|gewährungsdatum|zuteilungsdatum|zuteilung am|date d'attribution|date de souscription|date d'acquisition|fecha de emisión|fecha de concesión|fecha de adquisición|fecha de suscripción|data|data de emissão|data de subscrição|data de aquisição|data de concessão|data di emissione|data di assegnazione|data di acquisto|uitgiftedatum|toekenningsdatum|datum van uitgifte|utstedelsesdato|tildelingsdato|emisjonsdato|tilldelningsdatum|udstedelsesdato",
  ],
  [
    'vesting_start',
    'vesting begin|vesting begin date|vesting from|vest from|vesting commencement day|vesting-beginn|vesting beginn|vestingbeginn|début du vesting|date de début de vesting|inicio de vesting|inicio del vesting|início do vesting|inizio vesting|inizio del vesting|start vesting|vestingstart|vesting start day',
  ],
  [
    'termination_date',
    'left company|left the company|left|left on|date left|leave date|leaving date|date of leaving|leaver date|date of departure|departure date|exit date|end date of service|service end|service end date|end of service|employment end|employment end date|end of employment|last day|last day of service|last working day|resigned on|resignation date|terminated|date of termination|austritt|austrittsdatum|ausgetreten|ausgeschieden|ausgeschieden am|letzter arbeitstag|ende der beschäftigung|date de départ|date de sortie|départ|sortie|fecha de salida|fecha de baja|baja|data de saída|saída|data di uscita|uscita|data di cessazione|datum uit dienst|uit dienst|vertrekdatum|sluttdato|sluttet|slutdatum|slutade|fratrådt',
  ],
  [
    'canceled_date',
    "date of cancellation|date cancelled/repurchased|repurchase date|date of repurchase|end date|date ended|date sold|date of transfer out|annullierungsdatum|storniert am|date d’annulation|date d'annulation|fecha de cancelación|data de cancelamento|data di annullamento|datum annulering|slettet dato",
  ],
  [
    'converted_date',
    'date of conversion|date converted|wandlungsdatum|umwandlungsdatum|date de conversion|fecha de conversión|data de conversão|data di conversione|conversiedatum',
  ],
  [
    'exercise_date',
    "exercise date|date of exercise|exercised on|date exercised|exercised date|ausübungsdatum|ausgeübt am|date d’exercice|date d'exercice|date de levée|fecha de ejercicio|data de exercício|data di esercizio|datum uitoefening|utøvd dato|innløst dato",
  ],
  [
    'expiration_date',
    "option expiry|expiry|verfallsdatum|verfällt am|date d’expiration|date d'expiration|fecha de vencimiento|fecha de caducidad|data de expiração|data de vencimento|data di scadenza|vervaldatum|utløpsdato|udløbsdato",
  ],
  [
    'maturity_date',
    "endfälligkeit|fälligkeitsdatum|laufzeitende|date d’échéance|date d'échéance|échéance|vencimiento|vencimento|scadenza|looptijd tot|forfallsdato",
  ],
  [
    'status',
    'status|état|etat|current status|security status|certificate status|grant status|option status|share status|holding status|status of security|statut|estatus|situação|situación|zustand|tilstand',
  ],
  ['cancellation_reason', 'reason|grund|motif|motivo|reden|årsak'],
  [
    'vesting',
    'vesting months|vesting years|vesting length|vesting duration|vesting term|vesting period months|vesting period years|vestingdauer|durée de vesting|duración de vesting|duración del vesting',
  ],
  [
    'vesting',
    'cliff|cliff period|cliff length|cliff months|cliff years|vesting cliff|cliff in months|cliff duration|période de cliff|período de cliff|cliff-dauer',
    'cliff',
  ],
  [
    'vesting',
    'vesting details|vesting period|vesting rule|vest schedule|vesting plan name|vestingplan|vesting-plan|calendrier de vesting|plan de vesting|calendario de vesting|esquema de vesting|cronograma de vesting|piano di vesting|vestingschema',
  ],
  [
    'plan',
    "scheme|share scheme|option scheme|incentive plan|equity incentive plan|esop|optionsplan|optionsprogramm|plan d’options|plan d'options|plan de opciones|plano de opções|piano di opzioni|optieplan|opsjonsprogram",
  ],
  [
    'authorized',
    'number authorised|number authorized|authorised shares|genehmigt|genehmigte aktien|autorisé|actions autorisées|autorizadas|acciones autorizadas|ações autorizadas|autorizzate',
  ],
  [
    'principal',
    'loan amount|amount lent|amount of note|amount of safe|safe investment|note principal|convertible amount|darlehensbetrag|nennbetrag des darlehens|montant du prêt|montant principal|importe principal|importe del préstamo|valor do empréstimo|valor principal|importo del prestito|capitale|hoofdsom|leningbedrag|hovedstol|lånebeløp',
  ],
  [
    'valuation_cap',
    'cap amount|capped valuation|valuation ceiling|bewertungsobergrenze|plafond de valorisation|límite de valoración|tope de valoración|teto de valuation|limite di valutazione|waarderingsplafond',
  ],
  [
    'discount',
    'discount percent|discount percentage|conversion discount rate|rabatt|wandlungsabschlag|abschlag|décote|descuento|desconto|sconto|korting',
  ],
  [
    'interest',
    "annual interest|interest p.a.|coupon|zinssatz|zins|zinsen p.a.|taux d’intérêt|taux d'intérêt|tipo de interés|taxa de juros|tasso di interesse|rente|rentepercentage",
  ],
  [
    'instrument',
    'kind of instrument|convertible|name of instrument|art des instruments|type d’instrument|tipo de instrumento|tipo di strumento|soort instrument',
  ],
  [
    'note',
    'note|notes|remark|remarks|comment|comments|memo|internal note|internal notes|additional notes|other notes|bemerkung|bemerkungen|anmerkung|anmerkungen|kommentar|hinweis|notiz|notizen|remarque|remarques|commentaire|commentaires|observations|observación|observaciones|comentario|comentarios|nota|notas|comentário|comentários|observações|note aggiuntive|osservazioni|commenti|opmerking|opmerkingen|toelichting|merknad|merknader|anmärkning|bemærkning',
  ],
];

/** Of a journal: who gave and who received, where the heading alone says it. */
export const PARTY_WORDS: readonly Words[] = [
  [
    'counterparty',
    'seller|transferor|giver|disposer|old holder|old owner|old shareholder|previous holder|previous owner|previous shareholder|former holder|from holder|from shareholder|from stakeholder|transferred from|sold by|verkäufer|veräußerer|veräusserer|übertragender|abtretender|alter inhaber|bisheriger inhaber|cédant|vendeur|ancien titulaire|vendedor|transmitente|cedente|titular anterior|venditore|alienante|verkoper|overdrager|selger|overdragende|säljare|överlåtare|sælger|overdrager fra',
    'name',
  ],
  [
    'holder',
    'buyer|transferee|acquirer|recipient|new holder|new owner|new shareholder|to holder|to shareholder|to stakeholder|transferred to|sold to|issued to|käufer|erwerber|empfänger|neuer inhaber|cessionnaire|acheteur|acquéreur|nouveau titulaire|comprador|adquirente|cessionario|cesionario|nuevo titular|novo titular|acquirente|compratore|koper|verkrijger|kjøper|erverver|köpare|förvärvare|køber|erhverver',
  ],
  [
    'counterparty',
    'from class|old class|from share class|class before|von gattung|ancienne catégorie|clase anterior',
    'class',
  ],
];

/** Two short words that say it together only. */
export const PARTY_PAIRS: readonly (readonly [from: string, to: string])[] = [
  ['from', 'to'],
  ['von', 'an'],
  ['de', 'à'],
  ['de', 'a'],
  ['de', 'para'],
  ['da', 'a'],
  ['van', 'naar'],
  ['van', 'aan'],
  ['fra', 'til'],
  ['från', 'till'],
];

/** What is understood and has no place in the record of who owns what. It is said that such a column is left out. */
const NOT_KEPT =
  'phone|phone number|telephone|mobile|fax|telefon|téléphone|teléfono|telefone|telefono|funding round|round|investment round|finanzierungsrunde|seniority|accrual frequency|compounding|converts to|qualified financing threshold|company-provided price per share|share class original issue price|is iso/nso split?|other consideration|change in control percent|conversion trigger|federal exemption|security law exemption|state exemption|document set|document|documents|link|url|file|cost center|department|job title|title|position|salutation|anrede|birth date|date of birth|nationality|place of birth|created|created at|updated|updated at|#|no.|row|line|nr|nr.|n°|lfd. nr|lfd. nr.|83(b)|83 b|83b|83(b) election|signed|counter';
const notKept: ReadonlySet<string> = new Set(NOT_KEPT.split('|'));

export const isNotKept = (key: string): boolean => notKept.has(key);

/** What follows from the other columns. */
const COMPUTED =
  /^(?:total|totals|sum|summe|gesamt|total shares|total holdings?|total options|total (?:fully[- ]diluted|outstanding)|(?:shares |units )?outstanding(?: shares| units)?|fully[- ]diluted(?: shares| units)?|fd shares|as[- ]converted(?: shares)?|.*\bconversion ratio|.*\bas[- ]converted|(?:market |current |total |fair )?value|post[- ]money|% .*|votes?|voting power|cash raised|interest|total time vested quantity|outstanding (?:un)?vested quantity)$/;

export const isComputed = (key: string, isPercent: boolean): boolean => isPercent || COMPUTED.test(key);
