// The headings that are known, in nine languages; further ones are in moreWords.ts. A word that means different things in different
// tables is under its role.
import type { Field, Role } from '../reading.ts';
import { MORE_GENERAL, PARTY_WORDS } from './moreWords.ts';
import type { Words } from './moreWords.ts';
import { PAYMENT_WORDS, WEAK } from './paymentWords.ts';

/** `part` tells apart columns of one field that do not compete: the e-mail and the number of a seller. `rank`: of two, the lower is read. */
export interface Meaning {
  field: Field;
  part: string;
  rank: number;
}

const GENERAL: readonly Words[] = [
  [
    'holder',
    'stakeholder|stakeholder name|shareholder|shareholder name|holder|holder name|name|full name|legal name|security holder|securityholder|investor|investor name|optionholder|optionholder name|optionee|grantee|recipient|employee|employee name|owner|member|unitholder|unit holder|legal owner|warrantholder|warrant holder|noteholder|aktionär|aktionaer|gesellschafter|inhaber|aktieägare|ägare|navn|eier|aksjonær|aktionær|actionnaire|titulaire|nom|associé|accionista|socio|titular|nombre|azionista|aandeelhouder',
  ],
  ['holder', 'fund name', 'fund'],
  ['holder', 'institution name|company name|entity name|company', 'institution'],
  ['first_name', 'first name|firstname|given name|vorname|prénom|fornavn|förnamn'],
  ['last_name', 'last name|lastname|surname|nachname|family name|etternavn|efternamn|nom de famille'],
  [
    'email',
    'email|e-mail|email address|e-mail address|stakeholder email|shareholder email|optionholder email|holder email|investor email|contact email|work email|e-mail-adresse|epost|e-post|courriel|correo',
  ],
  [
    'holder_id',
    'stakeholder id|external id|employee id|registration number|org no|org. no|orgnr|company number|reg. no|reg no|registration no|shareholder id|holder id|stakeholder number|shareholder number|holder number|investor number|employee number|member number',
  ],
  [
    'holder_kind',
    'stakeholder type|shareholder type|legal entity|individual/institution|investor category|group|association|holder type|entity type',
  ],
  ['holder_kind', 'relationship|role', 'relationship'],
  ['street_1', 'address|address1|address 1|street|street 1|street address|address line 1|adresse|strasse|straße'],
  ['street_2', 'address2|address 2|street 2|address line 2'],
  ['city', 'city|town|ort|stadt|ville|by|poststed'],
  ['state', 'state|state/province|province|region|county|kanton'],
  ['postal_code', 'zip|zip code|zip/postal code|postal code|postcode|plz|postnummer|code postal'],
  ['country', 'country|land|pays|país'],
  [
    'security_id',
    'security id|certificate|certificate no|certificate number|certificate id|certificate name|cert no|cert. no|cert|cert number|grant id|grant number|grant no|security label|award id|award number|option number|warrant number|note number|loan number|security number|safe number|note id|warrant id|option id|label|zertifikat|zertifikatsnummer',
  ],
  ['security_id', 'formatted security id', '', 1],
  [
    'class',
    "share class|stock class|security class|class|share type|series|unit class|class of shares|class of stock|aktiengattung|gattung|aktienart|anteilsklasse|aktieklasse|aksjeklasse|aktieslag|catégorie|catégorie d'actions|clase",
  ],
  ['class', 'security|security type', '', WEAK],
  ['class_code', 'class code|certificate name prefix|certificate prefix|prefix'],
  ['class_type', 'class type'],
  ['par_value', 'par value|nominal value|par|nennwert|nominalwert|kvotvärde|pålydende|valeur nominale'],
  [
    'quantity_issued',
    "quantity issued|quantity|qty|shares|number of shares|no. of shares|no of shares|units|number of units|shares issued|units issued|shares change|anzahl|anzahl aktien|anzahl anteile|stückzahl|antall|antall aksjer|antal aktier|nombre d'actions|nombre de titres|número de acciones",
  ],
  [
    'quantity_outstanding',
    'quantity outstanding|outstanding|outstanding shares|outstanding units|balance|shares owned|shares held|current shares|shares outstanding',
  ],
  [
    'granted',
    "options granted|quantity granted|options|number of options|award size|total granted|granted|granted options|option grants|options and rsus|options and rsu's|stock options|common options|options outstanding",
  ],
  ['exercised', 'exercised|quantity exercised|options exercised'],
  ['forfeited', 'forfeited|quantity forfeited|cancelled|canceled|terminated|options forfeited|options cancelled'],
  ['expired', 'expired|lapsed|quantity expired|options expired'],
  ['cancelled', 'quantity canceled|quantity cancelled|shares cancelled|shares canceled'],
  [
    'price',
    'price per share|price per unit|price paid per share|price paid per unit|price/share|issue price|original issue price|pps|purchase price|cost per share|price|ausgabepreis|ausgabebetrag|preis|preis pro aktie|pris|kurs|prix|prix par action|precio',
  ],
  [
    'consideration',
    'cash contributed to company|cash contributed|cash paid|amount paid|investment amount|invested|amount invested|total paid|cost|total cost|cost basis|consideration|einzahlung|montant|betrag',
  ],
  ['debt_canceled', 'debt canceled|debt cancelled'],
  ['strike', 'exercise price|strike|strike price|grant price|option price|ausübungspreis|basispreis'],
  [
    'issue_date',
    "issue date|date of issue|issuance date|grant date|award date|date granted|date acquired|acquisition date|purchase date|transaction date|date|entry date|issued|issued on|date issued|liberierungsdatum|ausgabedatum|erwerbsdatum|kaufdatum|datum|dato|fecha|date d'émission",
  ],
  ['board_approval_date', 'board approval date|board approval|approval date'],
  [
    'vesting_start',
    'vesting start date|vesting start|vesting commencement date|vesting commencement|vcd|vest start date|vest start',
  ],
  ['termination_date', 'termination date|terminated on'],
  [
    'canceled_date',
    'canceled date|cancelled date|cancelled on|canceled on|cancellation date|date cancelled|date canceled',
  ],
  ['converted_date', 'converted date|conversion date|converted on'],
  ['maturity_date', 'maturity|maturity date'],
  ['expiration_date', 'expiration date|expiry date|expiration|exercise expire date|expires|expires on'],
  ['cancellation_reason', 'cancellation reason|canceled reason|reason for cancellation'],
  ['vesting', 'vesting schedule|vesting|vesting terms|schedule|vesting plan'],
  ['award_type', 'base award type|option type|award type|grant type|iso/nso|type of option|type of award'],
  ['plan', 'plan name|equity plan|stock plan|option plan|security plan|pool|plan|stock plan name'],
  [
    'authorized',
    'shares authorized|units authorized|authorized|authorised|authorized shares|shares reserved|units reserved|reserved|reserve|pool size',
  ],
  ['principal', 'principal|principal amount|note amount|safe amount'],
  ['valuation_cap', 'valuation cap|val cap|val. cap|cap'],
  ['discount', 'discount|discount rate|conversion discount'],
  ['interest', 'interest rate|interest per year'],
  ['instrument', 'instrument|note block name|investment vehicle|instrument type|convertible type'],
  ['counterparty', 'seller|from|transferor|seller name|from holder', 'name'],
  ['counterparty', 'seller email|from email', 'email'],
  ['counterparty', 'seller registration number', 'id'],
  ['counterparty', 'seller country', 'country'],
  ['counterparty', 'seller share class', 'class'],
  ['counterparty', 'destination|converted to|resulting certificate|resulting security', 'destination'],
];

const OF_STOCK: readonly Words[] = [
  ['legend', 'legend|legends|stock legend|stock legends|restrictive legend|restrictive legends'],
  [
    'share_numbers',
    'share numbers|share number|share nos|share no|distinctive numbers|aktiennummern|aktiennummer|nummern|aksjenummer|aksjenr|aktienummer|aktienr|aktiers nummer|numéros des actions',
  ],
];

/** Amounts of SAFEs and notes beside shares. */
const BESIDE_STOCK: Words = [
  'principal',
  'safe|safes|safe notes|safe investment|safe principal|convertible note|convertible notes|convertible loan|convertible loans|convertible principal|wandeldarlehen|wandelanleihe',
];

const BY_ROLE: Partial<Record<Role, readonly Words[]>> = {
  stakeholders: [['holder_kind', 'type']],
  classes: [
    ['class', 'stock class name|share class name|class name|name|stock class|share class'],
    ['class_type', 'type|class type|kind'],
    ['class_code', 'code|prefix'],
    ['authorized', 'shares|quantity'],
  ],
  plans: [
    ['plan', 'stock plan name|plan name|name|plan'],
    ['authorized', 'shares|quantity|size'],
  ],
  options: [
    ['award_type', 'type|award|security type'],
    ['security_id', 'id|no|number'],
    ['vesting_start', 'start|start date|vest date'],
    ['strike', 'price'],
    ['counterparty', 'destination', 'destination'],
  ],
  convertibles: [
    ['instrument', 'type|security type|security'],
    ['security_id', 'id|no|number|safe|safe id|safe no|safe number'],
    ['principal', 'amount|investment|purchase amount|investment amount|invested|amount invested|betrag'],
    ['interest', 'interest', '', WEAK],
    ['maturity_date', 'due|due date'],
  ],
  warrants: [
    ['security_id', 'id|no|number'],
    ['quantity_issued', 'warrants|number of warrants'],
    ['strike', 'conversion price|price'],
  ],
  certificates: [['security_id', 'id|no|number'], ...OF_STOCK],
  payments: PAYMENT_WORDS,
  transactions: [
    ...PARTY_WORDS,
    [
      'instrument',
      "type|transaction type|event|event type|transaction|kind|kind of transaction|movement|art|vorgang|transaktion|art der transaktion|opération|type d’opération|type d'opération|nature|tipo|tipo de operación|operación|tipo de operação|operação|tipo di operazione|operazione|soort transactie|mutatie|transaksjonstype|transaktionstyp",
      'event',
    ],
    ['security_id', 'id'],
  ],
  snapshot: [...OF_STOCK, BESIDE_STOCK],
  totals: [BESIDE_STOCK],
};

const mapOf = (words: readonly Words[]): ReadonlyMap<string, Meaning> => {
  const map = new Map<string, Meaning>();
  for (const [field, list, part = '', rank = 0] of words)
    for (const word of list.split('|')) if (!map.has(word)) map.set(word, { field, part, rank });
  return map;
};

const general = mapOf([...GENERAL, ...MORE_GENERAL]);
const byRole = new Map(Object.entries(BY_ROLE).map(([role, words]) => [role, mapOf(words)]));

const wholeMeaning = (key: string, role: Role | null): Meaning | null =>
  (role === null ? undefined : byRole.get(role)?.get(key)) ?? general.get(key) ?? null;

/** The meaning of a heading in a table of that role; null for one that is not known. */
export function meaningOf(key: string, role: Role | null): Meaning | null {
  const whole = wholeMeaning(key, role) ?? wholeMeaning(plainKey(key), role) ?? capMeaning(key, role);
  if (whole !== null || !key.includes('/')) return whole;
  // "Holder / Counterparty": of two words, those that are known mean the same.
  const parts = key.split('/').map((part) => wholeMeaning(part.trim(), role));
  const known = parts.filter((part) => part !== null);
  const isOne = known.length > 0 && known.every(({ field }) => field === known[0]!.field);
  return isOne && (known.length === parts.length || NAMED_TWICE.has(known[0]!.field)) ? known[0]! : null;
}

/** "Post-money valuation cap": which cap it is, the terms say (objects/terms.ts). */
function capMeaning(key: string, role: Role | null): Meaning | null {
  if (!/\bcap\b/.test(key)) return null;
  const cap = key
    .replace(/\b(?:safe )?(?:post|pre)[- ]?money\b|\bsafe\b/g, ' ')
    .replace(/[-–—,\s]+/g, ' ')
    .trim();
  const meaning = cap === key ? null : wholeMeaning(cap, role);
  return meaning?.field === 'valuation_cap' ? meaning : null;
}

/** "No. of shares", "Nr of shares" and "Total number of shares" are the number of shares. */
const plainKey = (key: string): string =>
  key.replace(/^(?:total )?(?:no|nr|num|nbr)\b\.?\s*(?:of )?/, 'number of ').replace(/^total number of /, 'number of ');

/** What people give two words for, of which one may be their own. */
const NAMED_TWICE: ReadonlySet<Field> = new Set(['holder', 'class', 'security_id', 'instrument', 'email']);

/** Whether a heading is known in any table: what tells a row of headings from others. */
export const isKnownHeading = (key: string): boolean =>
  meaningOf(key, null) !== null ||
  [...byRole.values()].some((map) => map.has(key)) ||
  TOTALS_HEADINGS.has(key) ||
  WARNING_HEADINGS.has(key);

/** The columns of a vendor's summary. */
export const TOTALS_HEADINGS: ReadonlySet<string> = new Set([
  'shares authorized',
  'units authorized',
  'shares issued and outstanding',
  'units issued and outstanding',
  'outstanding shares',
  'outstanding units',
  'fully diluted shares',
  'fully diluted units',
  'fully diluted ownership',
  'cash raised',
]);

/** The outstanding shares in a vendor's summary. */
export const OUTSTANDING_HEADINGS: ReadonlySet<string> = new Set([
  'shares issued and outstanding',
  'units issued and outstanding',
]);

const WARNING_HEADINGS: ReadonlySet<string> = new Set(['warning', 'warnings', 'security type', 'code']);

/** Figures that the ledger computes itself; a file's own are noted and not read. */
export const VESTED_HEADINGS: ReadonlySet<string> = new Set([
  'vested',
  'unvested',
  'vested to date',
  'vested quantity',
  'unvested quantity',
  'vested options',
  'unvested options',
  'vested shares',
  'unvested shares',
]);
