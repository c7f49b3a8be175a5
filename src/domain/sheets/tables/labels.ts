// Q8, Q9 and Q12: what the label of a row says that it is, in the languages of the headings. A label alone may leave it open: then
// the row's figures decide, or a question.
import type { SkipReason } from '../reading.ts';
import { cleaned } from '../values/cells.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean));

/** Words that say "sum" and nothing else. */
const TOTAL_WORDS = words(
  'total totals totaux sum summe gesamt gesamtsumme gesamtzahl insgesamt somme totaal totale totali suma soma totalt summa sammenlagt totaler',
);
/** Nobody is called so. */
const SUBTOTAL_WORDS = words(
  'subtotal subtotals sub-total sub-totals zwischensumme zwischentotal teilsumme sous-total sous-totaux subtotaal subtotale parziale delsum delsumma deltotal subtotalt parcial',
);

/** Words that a company's name may have, too: whether a sum is meant, the figures say, or an answer. */
const ALSO_NAMES = words('capital group equity company angel angels suma soma somme summa');

/** What totals are totals of. A fund called "Total Energy Partners" has other words. */
const TOTAL_OF = words(`
  of all the and for grand net per by in to with incl including inclusive excl excluding without
  common preferred pref ordinary series seed a b c d e f g class classes stock stocks share shares unit units security securities equity capital capitalization capitalisation
  option options rsu rsus warrant warrants safe safes note notes convertible convertibles pool plan esop grant grants
  issued outstanding granted authorized authorised reserved unissued available unallocated fully diluted undiluted basic ownership percent percentage
  founder founders co-founder investor investors employee employees staff team advisor advisors holder holders shareholder shareholders stockholder stockholders stakeholder stakeholders member members angels angel
  dividend dividends distribution distributions payment payments paid amount amounts company round rounds group
  aktien aktie aktionäre anteile anteil stück gründer investoren investor mitarbeiter gesellschafter stammaktien vorzugsaktien namenaktien aller alle der die das und von
  actions action actionnaires parts fondateurs investisseurs salariés associés général générale des du de la les et tous
  acciones acción accionistas fundadores inversores empleados socios general del los las el y todos
  aandelen aandeelhouders oprichters investeerders werknemers van alle en
  azioni azionisti soci fondatori investitori dipendenti generale complessivo di e
  ações acionistas sócios investidores colaboradores geral dos das e
  aksjer aksjonærer aktier aktieägare grundere investorer ansatte anställda og och alle samtliga antall antal anzahl nombre número numero aantal`);

const GRANTED_WORDS = words(
  'granted outstanding issued allocated promised exercisable awarded assigned vergeben vergebene zugeteilt zugeteilte gewährt gewährte ausgegeben attribué attribués attribuées otorgado otorgados otorgadas concedido concedidos concedidas assegnato assegnati assegnate toegekend toegekende tildelt tildelte tilldelade utstedt concedidas',
);
const AVAILABLE_WORDS = words(
  'available unissued unallocated ungranted unassigned unused remaining free future left verfügbar verfügbare frei freie unvergeben nicht-zugeteilt disponible disponibles libre libres restante restantes disponibili disponibile residuo beschikbaar beschikbare resterend tilgjengelig tilgængelig tillgänglig ledig ledige disponível disponíveis',
);
const RESERVED_WORDS = words(
  'reserved reserve reserves reservoir reserviert reservierte réservé réservée réservés réservées reservado reservada reservados reservadas riservato riservate riserva gereserveerd gereserveerde reservert reserveret reserverade réserve reserva',
);
const POOL_WORDS = words(
  'pool pools esop esops eip plan plans optionspool optionpool optionsplan optionsprogramm beteiligungsprogramm aktienoptionsplan mitarbeiterbeteiligung opsjonsprogram opsjonspool optionsprogram bspce planes plano planos optiepool vsop psop csop',
);
const OPTION_WORDS = words(
  "option options optionen stock-options optioner opsjoner opzioni opciones opções opties rsu rsus rsu's",
);
const TREASURY_WORDS = words('treasury autocartera autodétenues autodétention autodétenus tesouraria tesorería');
const TREASURY_PHRASES =
  /\b(?:treasury (?:shares?|stock|units?)|shares? (?:held )?in treasury|own shares|eigene (?:aktien|anteile)|egne aksjer|egne aktier|egna aktier|azioni proprie|actions propres|eigen aandelen|acciones propias|ações em tesouraria|ações próprias|actions auto-?détenues|auto-?contrôle)\b|^(?:repurchased|buy-?back|bought back|cancelled|canceled|retired|redeemed|forfeited)(?: (?:shares?|stock|units?))?$|^shares? held by the company$|^the company$|^selskapet(?: selv)?$/;

/** Further words that the name of a pool is made of. */
const POOL_VOCABULARY = words(`
  stock share shares option options equity incentive compensation ownership employee employees staff team key management company corporate common ordinary preferred class
  for of the in under to be from and or not yet as per new old current initial additional total pre post money investment pre-money post-money pre-investment post-investment increase top-up refresh
  issuance issue grant grants awards award purchase scheme program programme promise exercise later now
  mitarbeiter mitarbeitende aktien aktienoptionen für die der das des und noch nicht zukünftige künftige
  options actions salariés pour les des du de la le non à en futures émission
  acciones empleados para los las de del la el en no opciones
  azioni dipendenti per i di non da del
  aandelen werknemers voor de van nog niet
  aksjer aktier ansatte anställda til for fremtidig framtida ikke ännu
  ações colaboradores para de não em`);

const PRICE = /^(?:price per (?:share|unit)|(?:share class )?original issue price|issue price|pps)$/;

const PLACEHOLDER =
  /^(?:tbd|tba|t\.b\.d\.|to be determined|to be decided|remaining round planned|placeholder|n\.n\.|xxx+|\?+)$/;

const EXAMPLE = /^(?:e\.g\.|example|beispiel|exemple|sample)(?:\b|\s)|[\s(]example\)?$/;

const FOOTNOTE = /^(?:\[\d+\]|\(\d+\)|[*†‡]|notes?\b\s*:|source\s*:|disclaimer\b)/;

/** A company's or fund's own name: "Plan B Capital LLC", "Treasury Wine Ltd". */
const LEGAL_FORM =
  /\b(?:llc|l\.?p\.?|llp|inc|incorporated|ltd|limited|corp|corporation|gmbh|ag|se|ab|asa?|a\/s|aps|oyj?|sas|sarl|s\.?a|srl|s\.?p\.?a|b\.?v|n\.?v|plc|kg|ug|ventures?|capital|partners|partnership|holdings?|trust|trustees?|foundation|stiftung|bank|angels|syndicate|spv|associates|nominees|invest(?:ments?|ors)?)\.?(?=$|[\s,)])/i;

/** As compared: brackets with an explanation, a last colon and case make no difference. */
const labelKey = (text: string): string =>
  cleaned(text)
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/\s*\((?!\d+\))[^)]*\)/g, '')
    .replace(/[:.]+$/, '')
    .trim();

/** No label is longer; a cell may hold a megabyte. */
const LABEL_LENGTH_MAX = 200;

const cut = (label: string): string => label.slice(0, LABEL_LENGTH_MAX);

/** In lower case, without marks between them. "Sub-total" and "pre-money" stay one word. */
export const wordsOf = (text: string): string[] =>
  cleaned(cut(text))
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/[–—]/g, ' ')
    .split(/[^\p{L}\p{N}'-]+/u)
    .map((word) => word.replace(/^-+|-+$/g, ''))
    .filter(Boolean);

const isNumber = (word: string): boolean => /^\d[\d.,']*$/.test(word);

export interface TotalLabel {
  /** Whether no holder can be meant: every word is one of the field's or of the file's own. */
  isSure: boolean;
  isSubtotal: boolean;
}

/** In: a label, and the words of the file's own classes and groups. Null for one that has no word for a sum. */
export function totalOfLabel(text: string, own: ReadonlySet<string> = new Set()): TotalLabel | null {
  const label = cut(text);
  const all = wordsOf(label);
  const isSubtotal = all.some((word) => SUBTOTAL_WORDS.has(word)) || /\b(?:sub|sous) totaux?\b/.test(all.join(' '));
  const hasTotal = isSubtotal || all.some((word) => TOTAL_WORDS.has(word)) || /^i alt\b/.test(all.join(' '));
  if (!hasTotal) return FULL.has(labelKey(label)) ? { isSure: true, isSubtotal: false } : null;
  const rest = all.filter((word) => !TOTAL_WORDS.has(word) && !SUBTOTAL_WORDS.has(word));
  const isPlain = rest.every((word) => TOTAL_OF.has(word) || own.has(word) || isNumber(word));
  // "Total — Alder group": the stroke parts the word for a sum from what it is a sum of.
  const isParted = /^\s*(?:grand\s+)?total[s]?\s*[—–:|]/i.test(label) || /[—–:|]\s*total\s*$/i.test(label);
  const isName = all.some((word) => ALSO_NAMES.has(word)) && !isParted;
  return { isSure: isSubtotal || (isPlain && !isName) || isParted, isSubtotal };
}

/** "Common holders (2)", "All", "Issued & outstanding": nothing but words of the field and of the file, which a sum may have. */
export function isOfTheField(label: string, own: ReadonlySet<string>): boolean {
  const all = wordsOf(label);
  return all.length > 0 && all.every((word) => TOTAL_OF.has(word) || own.has(word) || isNumber(word));
}

/** Rows of sums without a word for it. */
const FULL = new Set([
  'fully diluted',
  'fully diluted shares',
  'fully diluted units',
  'fully diluted ownership',
  'percentage outstanding',
]);

/** Figures about classes, not shares of anybody: what is authorized, votes, prices and parts. */
const STATISTIC =
  /^(?:(?:total )?authori[sz]ed(?: (?:shares|common|preferred|capital|stock))*|issued(?: and outstanding| and paid(?: up)?)?(?: share capital| shares| capital)?|(?:issued )?share capital|nominal (?:capital|value)|par value|paid[- ]up(?: capital)?|as[- ]converted(?: .*)?|conversion (?:ratio|rate|price)|(?:% |percent(?:age)? )(?:of )?(?:class|total|ownership|outstanding|fully diluted|fd)?|ownership(?: %)?|% ownership|votes?(?: per share)?|voting (?:power|rights|shares)|number of (?:share|stock|stake)?holders|holders|liquidation preference.*|price paid|valuation|(?:pre|post)[- ]money valuation|previous total|change|difference|check|genehmigtes kapital|bedingtes kapital|grundkapital|stammkapital|capital social|capital autorisé|capital autorizado)$/;

/** Whether a label names a figure about classes. */
export const isStatistic = (label: string): boolean => STATISTIC.test(labelKey(cut(label)));

export type PoolState = 'granted' | 'available' | 'reserved' | 'treasury' | 'pool';

export interface PoolLabel {
  state: PoolState;
  /** Whether nothing but a pool can be meant. */
  isSure: boolean;
}

/**
 * In: a holder's cell, what the row has as its class, and the words of the file's own plans and of the company's name. Null where
 * neither has a word of pools.
 */
export function poolOfLabel(label: string, share_class = '', own: ReadonlySet<string> = new Set()): PoolLabel | null {
  const named = wordsOf(label);
  if (MAY_BE_POOL.test(named.join(' '))) return { state: 'available', isSure: false };
  const classed = wordsOf(share_class);
  const ofName = stateOf(named, label);
  if (ofName !== null) {
    const state = ofName === 'pool' ? (stateOf(classed, share_class) ?? 'pool') : ofName;
    return { state, isSure: isPool(named, label, own) };
  }
  const ofClass = stateOf(classed, share_class);
  // "Options - 2020 Plan" as a class says what a holder has; "Common (Pool)" says that nobody has it.
  const isNobodys = ofClass === 'available' || ofClass === 'reserved' || ofClass === 'treasury';
  if (ofClass === null || !(isNobodys || classed.includes('pool'))) return null;
  // A person may have a class of that name: it is asked.
  return { state: ofClass, isSure: false };
}

/** What nobody is called, and what a pool or its grants may be meant by: it is asked. */
const MAY_BE_POOL =
  /^(?:options?|option ?holders|optionees|future (?:hires|employees|grants)|headroom|remaining (?:authori[sz]ed|shares)|reservierte anteile|bolsa de opciones.*|series [a-z]+ planned|safe conversion shares.*|of which (?:un)?vested)$/;

/** What words say of a pool; null where they do not speak of one. */
function stateOf(all: readonly string[], text: string): PoolState | null {
  const has = (set: ReadonlySet<string>) => all.some((word) => set.has(word));
  const whole = cleaned(cut(text)).toLowerCase();
  if (has(TREASURY_WORDS) || TREASURY_PHRASES.test(whole)) return 'treasury';
  const isNegated =
    /\b(?:not|non|nicht|no|niet|não|ikke|inte|un)[\s-]+(?:yet\s+)?(?:granted|issued|allocated|attribu|vergeben|zugeteilt|otorgad|concedid|assegnat|toegekend|tildelt|tilldel)/.test(
      whole,
    );
  const isGranted = has(GRANTED_WORDS) && !isNegated;
  const [isAvailable, isReserved] = [has(AVAILABLE_WORDS) || isNegated, has(RESERVED_WORDS)];
  const hasPool = has(POOL_WORDS) || all.some((word) => /.(?:pool|optionspool|reserve)$/.test(word));
  const hasOptions = has(OPTION_WORDS) || all.some((word) => /.(?:optionen|optioner|opsjoner|opties)$/.test(word));
  // "Frei" and "Future Now" are names; "unissued" and "reserved for issuance" are not.
  const isPlain =
    all.every((word) => POOL_VOCABULARY.has(word) || STATES.has(word) || isNumber(word)) &&
    (UNSURE.test(whole) || hasPool || hasOptions || GRANTED_ALONE.test(whole));
  if (!hasPool && !hasOptions && !(isPlain && (isAvailable || isReserved || GRANTED_ALONE.test(whole)))) {
    return isAvailable || isReserved ? (UNSURE.test(whole) ? (isAvailable ? 'available' : 'reserved') : null) : null;
  }
  if (isAvailable && isGranted) return 'reserved';
  if (isAvailable) return 'available';
  if (isReserved) return 'reserved';
  if (isGranted) return 'granted';
  if (hasPool) return 'pool';
  // "Options" alone above figures of holders is what they were granted; a person or a fund has other words.
  return hasOptions && isPlain && all.length > 1 ? 'granted' : null;
}

const STATES = new Set([
  ...GRANTED_WORDS,
  ...AVAILABLE_WORDS,
  ...RESERVED_WORDS,
  ...POOL_WORDS,
  ...OPTION_WORDS,
  ...TREASURY_WORDS,
]);

const GRANTED_ALONE = /^granted(?: (?:shares|options?|option shares|and outstanding))?(?:\s*\(.*\))?[:.]?$/;
/** A word that names also have: what is meant is asked. */
const UNSURE = /\b(?:unissued|unallocated|ungranted|reserved?|available|treasury)\b/;

/** Whether the words can mean nothing but a pool: all of them are of pools, or a plan is named together with its state. */
function isPool(all: readonly string[], label: string, own: ReadonlySet<string>): boolean {
  const others = all.filter(
    (word) => !POOL_VOCABULARY.has(word) && !STATES.has(word) && !isNumber(word) && !own.has(word),
  );
  if (others.length === 0) return true;
  const hasPlan = all.some((word) => POOL_WORDS.has(word));
  const hasState = all.some((word) => GRANTED_WORDS.has(word) || AVAILABLE_WORDS.has(word) || RESERVED_WORDS.has(word));
  return hasPlan && hasState && !LEGAL_FORM.test(cut(label));
}

/** Whether a name has the form of a company's or a fund's. */
export const isCompanyName = (label: string): boolean => LEGAL_FORM.test(cut(label));

const NUMERAL = /(?<![\p{L}\d])\d{1,3}(?:[.,'’\s]\d{3})+(?![\d])|(?<![\p{L}\d.,])\d{3,}(?![\d\p{L}])/gu;

/** "Option pool (2024 Plan) - 1,500,000 reserved": the one number in a label that is no year; null where it has none or several. */
export function figureInLabel(label: string): string | null {
  const found = [...cut(label).matchAll(NUMERAL)].map(([text]) => text).filter((text) => !/^(?:19|20)\d\d$/.test(text));
  return found.length === 1 ? found[0]! : null;
}

/** The name of the plan that a pool's label has: "2021 Stock Plan - available", "Option pool (2024 Plan) - 1,500,000 reserved". */
export function planInLabel(label: string): string | null {
  const text = cleaned(cut(label));
  const bracketed = [...text.matchAll(/\(([^()]*)\)/g)].map(([, inside]) => inside!.trim());
  const parts = [...bracketed, ...text.replace(/\([^()]*\)/g, ' ').split(/\s[-–—:|]\s|[–—:|]/)].map((part) =>
    part.trim(),
  );
  const named = parts.find(
    (part) =>
      /\b(?:plan|scheme|esop|incentive)\b/i.test(part) &&
      wordsOf(part).some((word) => /\d{4}/.test(word) || !(POOL_WORDS.has(word) || STATES.has(word))) &&
      stateOf(wordsOf(part), part) === 'pool',
  );
  return named ?? null;
}

const REASON_OF_STATE: Record<PoolState, SkipReason> = {
  granted: 'pool_granted',
  available: 'pool_available',
  reserved: 'pool_available',
  pool: 'pool_available',
  treasury: 'treasury',
};

export const reasonOfState = (state: PoolState): SkipReason => REASON_OF_STATE[state];

/** What a label by itself says its row is; null for one that may be a name, or that its figures have to decide. */
export function reasonOfLabel(label: string, own?: ReadonlySet<string>): SkipReason | null {
  const text = cut(label);
  const whole = cleaned(text).toLowerCase();
  const key = labelKey(text);
  if (FOOTNOTE.test(whole)) return 'footnote';
  const total = totalOfLabel(text, own);
  if (total?.isSure) return total.isSubtotal ? 'subtotal' : 'total';
  if (PRICE.test(key)) return 'price';
  if (total === null) {
    const pool = poolOfLabel(text, '', own);
    // A plan without its state is a name: a summary has its reserve.
    if (pool?.isSure && !(pool.state === 'pool' && /\bplan\b/.test(key))) return reasonOfState(pool.state);
  }
  if (PLACEHOLDER.test(key)) return 'placeholder';
  return EXAMPLE.test(whole) ? 'example' : null;
}

const HINT =
  /^(?:text|number|whole number|date|currency|yes\/no|required|optional|mandatory|recommended|(?:yyyy|yy|mm|dd)[-/.](?:mm|dd)[-/.](?:dd|yyyy|yy)|document set\b.*|e\.g\..*|name@.*)$|\b(?:required|optional|mandatory|case[- ]sensitive|leave (?:it )?(?:blank|empty)|must (?:be|match)|format(?:ted)?|for example|if applicable|choose (?:one|from)|select (?:one|from))\b/i;

/** What a template says of a column's form, in the row under its headings. */
export const isHint = (text: string): boolean => text.length <= 200 && HINT.test(cleaned(text));

/** The title of a further table under the first. */
export const isSecondTitle = (text: string): boolean =>
  text.length <= LABEL_LENGTH_MAX &&
  /\b(?:summary|recap|overview|scenario|pro[- ]?forma|zusammenfassung|résumé|sammendrag)\b/i.test(text);
