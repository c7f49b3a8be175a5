// The words in which schedules are written: English, German, French, Spanish, and the plain ones of Italian, Portuguese, Dutch and
// the Nordic languages. A word that is not here makes a text not understood.
import { fraction } from '#src/domain/figures/fraction.ts';
import type { Fraction } from '#src/domain/figures/fraction.ts';

/** What a word or a sign is, as one letter: a schedule is then a short string of letters. */
export type Letter =
  | 'n' // a number
  | 'u' // a unit of time, in months
  | 'd' // a duration, in months: a number and a unit
  | 'p' // a period, in months: monthly
  | 'f' // a part of the grant
  | 'l' // parts of several years: 10/20/30/40
  | 'k' // a short form of length and cliff: 48/12
  | 'c' // cliff
  | 'x' // no, without
  | 'a' // after
  | 'v' // the start of vesting
  | 'e' // each, per
  | 't' // then
  | 'r' // the rest
  | 'g' // the next
  | 's' // installments
  | 'b' // at once
  | 'i' // a, an
  | '/'
  | ','
  | '?'; // not understood

export interface Word {
  letter: Letter;
  value: number;
  part: Fraction;
}

export const wordOf = (letter: Letter, value = 0, part: Fraction = fraction(0n)): Word => ({ letter, value, part });

/** Without case and accents, with one kind of dash and of apostrophe. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/æ/g, 'ae')
    .replace(/ø/g, 'o')
    .replace(/[‐-―−]/g, '-')
    .replace(/⁄/g, '/')
    .replace(/[’`´ʼ]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();

/** By the phrase: up to four words separated by single spaces. */
export const PHRASES = new Map<string, Word | null>();

const put = (phrases: string, word: Word | null): void => {
  for (const phrase of phrases.split('|')) PHRASES.set(plain(phrase).replace(/[-']/g, ' '), word);
};

/** The number words of one number, in all languages; German, Dutch and Nordic ones are put together with units. */
const NUMBERS: Readonly<Record<number, string>> = {
  0: 'zero|null|nul|cero',
  1: 'one|ein|eine|einem|einen|einer|eines|un|une|uno|una|um|uma|een|et|ett|first|erste|ersten|erstem|premier|premiere|primer|primero|primera|primo|prima|primeiro|eerste|forste|forsta',
  2: 'two|zwei|deux|dos|due|dois|duas|twee|tva|second|zweite|zweiten|deuxieme|segundo|secondo|tweede',
  3: 'three|drei|trois|tres|tre|drie|third|dritten|troisieme|tercer|terzo|terceiro|derde',
  4: 'four|vier|quatre|cuatro|quattro|quatro|fire|fyra|fourth|vierten|quatrieme|cuarto|vierde',
  5: 'five|fünf|cinq|cinco|cinque|vijf|fem|fifth|cinquieme',
  6: 'six|sechs|seis|sei|zes|seks|sex|sixth|sixieme',
  7: 'seven|sieben|sept|siete|sette|sete|zeven|syv|sju',
  8: 'eight|acht|huit|ocho|otto|oito|åtte|otte|åtta',
  9: 'nine|neun|neuf|nueve|nove|negen|ni|nio',
  10: 'ten|zehn|dix|diez|dieci|dez|tien|ti|tio',
  11: 'eleven|elf|onze|once|undici',
  12: 'twelve|zwölf|douze|doce|dodici|doze|twaalf|tolv',
  15: 'fifteen|fünfzehn|quinze|quince|quindici',
  16: 'sixteen|sechzehn|seize|dieciseis|sedici',
  18: 'eighteen|achtzehn|dix huit|dieciocho|diciotto|dezoito|achttien|atten|arton',
  20: 'twenty|zwanzig|vingt|veinte|venti|vinte|twintig|tjugo|tjue|tyve',
  24: 'twenty four|twentyfour|vierundzwanzig|vingt quatre|veinticuatro|ventiquattro|vinte e quatro|vierentwintig|tjugofyra|tjuefire|fireogtyve',
  30: 'thirty|dreissig|trente|treinta|trenta|trinta|dertig|tretti|trettio|tredive',
  35: 'thirty five|thirtyfive|fünfunddreissig|trente cinq|treinta y cinco|trentacinque|trinta e cinco|vijfendertig',
  36: 'thirty six|thirtysix|sechsunddreissig|trente six|treinta y seis|trentasei|trinta e seis|zesendertig|trettiosex|trettiseks|seksogtredive',
  40: 'forty|vierzig|quarante|cuarenta|quaranta|quarenta|veertig',
  42: 'forty two|zweiundvierzig|quarante deux|cuarenta y dos',
  45: 'forty five|fünfundvierzig|quarante cinq|cuarenta y cinco',
  48: 'forty eight|fortyeight|achtundvierzig|quarante huit|cuarenta y ocho|quarantotto|quarenta e oito|achtenveertig|fyrtioåtta|førtiåtte|otteogfyrre',
  54: 'fifty four|vierundfünfzig',
  60: 'sixty|sechzig|soixante|sesenta|sessanta|sessenta|zestig|sextio|seksti',
  72: 'seventy two|zweiundsiebzig',
};

const UNITS: Readonly<Record<number, string>> = {
  1: 'month|months|mo|mos|mth|mths|mnth|mnths|mon|monat|monate|monaten|monats|mt|mte|mois|mes|meses|mese|mesi|mês|maand|maanden|mnd|måned|måneder|månad|månader|maneder|manader|mdr|månaders|måneders',
  3: 'quarter|quarters|qtr|qtrs|quartal|quartale|quartalen|quartals|trimestre|trimestres|trimestri|kwartaal|kwartalen|kvartal|kvartaler|trimester|trimesters',
  6: 'half year|half years|halbjahr|halbjahre|halbjahren|semestre|semestres|semestri|halfjaar|halvår',
  12: 'year|years|yr|yrs|jahr|jahre|jahren|jahres|jahrs|année|années|ans|annee|annees|anno|anni|año|años|ano|anos|jaar|jaren|år|års|anniversary|anniversaries|jahrestag|anniversaire|aniversario|aniversário|anniversario|verjaardag|årsdag',
};

const PERIODS: Readonly<Record<number, string>> = {
  1: 'monthly|mthly|mnthly|monatlich|monatliche|monatlichen|monatlicher|mensuel|mensuelle|mensuels|mensuelles|mensuellement|mensual|mensuales|mensualmente|mensile|mensili|mensilmente|mensal|mensais|mensalmente|maandelijks|maandelijkse|månedlig|månedlige|månedligt|månedsvis|månadsvis|månatlig|månatliga|månatligen',
  3: 'quarterly|qtrly|qtly|vierteljährlich|vierteljährliche|vierteljährlichen|quartalsweise|trimestriel|trimestrielle|trimestriels|trimestrielles|trimestriellement|trimestral|trimestrales|trimestralmente|trimestrale|trimestrali|trimestralmente|trimestrais|driemaandelijks|driemaandelijkse|kvartalsvis|kvartalsvise|kvartalsvisa|kvartalsvist',
  6: 'half yearly|halfyearly|semi annual|semi annually|semiannual|semiannually|six monthly|halbjährlich|halbjährliche|halbjährlichen|semestriel|semestrielle|semestrielles|semestriellement|semestral|semestrales|semestralmente|semestrale|semestrali|semestrais|halfjaarlijks|halfjaarlijkse|halvårlig|halvårlige|halvårsvis',
  12: 'yearly|annual|annually|per annum|p a|pa|jährlich|jährliche|jährlichen|jährlicher|annuel|annuelle|annuels|annuelles|annuellement|anual|anuales|anualmente|annuale|annuali|annualmente|anuais|jaarlijks|jaarlijkse|årlig|årlige|årligt|årligen|årliga',
};

const PARTS: Readonly<Record<string, string>> = {
  '1/2':
    'half of|one half of|a half of|one half|die hälfte|hälfte|la moitié|moitié|la mitad|la metà|metade|a metade|de helft',
  '1/3':
    'one third|a third|one third of|a third of|ein drittel|un tiers|un tercio|un terzo|um terço|een derde|en tredjedel',
  '1/4':
    'a quarter of|one quarter of|one fourth|a fourth|ein viertel|viertel|un quart|un cuarto|una cuarta parte|la cuarta parte|un quarto|um quarto|een kwart|en fjerdedel|en kvart',
  '3/4': 'three quarters of|drei viertel|dreiviertel|trois quarts|tres cuartos|tre quarti',
  '1/5': 'one fifth|a fifth|ein fünftel|un cinquième|un quinto|una quinta parte',
  '1/12': 'one twelfth|a twelfth|ein zwölftel|un douzième',
  '1/16': 'one sixteenth|a sixteenth|ein sechzehntel|un seizième',
  '1/36': 'one thirty sixth|a thirty sixth|ein sechsunddreissigstel|un trente sixième',
  '1/48': 'one forty eighth|a forty eighth|ein achtundvierzigstel|un quarante huitième',
  '1/60': 'one sixtieth|a sixtieth|ein sechzigstel|un soixantième',
  '1/1':
    'all|everything|entirely|in full|fully|the whole|alles|alle anteile|vollständig|la totalité|totalité|tout|todo|la totalidad|totalmente|tutto|interamente|alles tegelijk',
};

const LETTERS: readonly (readonly [Letter, string])[] = [
  [
    'c',
    'cliff|cliff period|cliff date|klippe|sperrfrist|wartefrist|wartezeit|période de cliff|falaise|acantilado|carencia|período de carencia|carência|período de carência|klif',
  ],
  [
    'x',
    'no|without|without a|without any|with no|none|ohne|ohne einen|kein|keine|keinen|sans|pas de|sans période de|aucun|aucune|sin|sem|senza|nessun|nessuno|zonder|geen|uten|utan|uden|ingen',
  ],
  [
    'a',
    'after|at|at the end of|at end of|on|on the|upon|following|nach|nach ablauf von|nach dem|après|au bout de|au bout d|à l issue de|à l issue d|à la fin de|tras|después de|después del|a los|al cabo de|pasado|pasados|dopo|após|depois de|na|etter|efter|ao fim de',
  ],
  [
    'v',
    'vesting start|vesting start date|vesting commencement|vesting commencement date|vcd|vesting beginn|vestingbeginn|début du vesting|début de vesting|inicio del vesting|inicio de vesting|inizio del vesting|início do vesting|start date|the start|vesting begin',
  ],
  [
    'e',
    'per|each|every|each and every|pro|je|jeden|jede|jedes|alle|par|chaque|tous les|toutes les|por|cada|ogni|al|elke|iedere|hver|hvert|varje',
  ],
  [
    't',
    'then|plus|thereafter|afterwards|afterward|after that|after which|subsequently|from then on|post|danach|dann|anschliessend|im anschluss|ensuite|puis|par la suite|luego|después|posteriormente|a partir de entonces|poi|successivamente|in seguito|depois|em seguida|daarna|vervolgens|deretter|derefter|sedan|därefter',
  ],
  [
    'r',
    'rest|the rest|remainder|remaining|balance|what is left|what remains|left over|restliche|restlichen|verbleibend|verbleibende|verbleibenden|der rest|solde|le solde|reste|le reste|restant|restants|restante|restantes|restanti|reliquat|resto|el resto|saldo|il resto|rimanente|rimanenti|resterende|overige|resten|återstoden|resterande|resterende',
  ],
  [
    'g',
    'next|the following|further|subsequent|ensuing|nächsten|folgenden|weiteren|weitere|suivant|suivants|suivantes|siguientes|successivi|seguintes|volgende|neste|næste|följande|nästa|additional',
  ],
  [
    's',
    'installment|installments|instalment|instalments|part|parts|tranche|tranches|portion|portions|increment|increments|step|steps|rate|raten|teil|teile|teilen|tranchen|schritten|versement|versements|parties|fraction|fractions|cuota|cuotas|partes|parte|tramo|tramos|tranche|parti|parcelas|prestações|termijn|termijnen|delen|rater|deler|delar',
  ],
  [
    'b',
    'immediately|immediate|at once|upfront|up front|at the start|on day one|sofort|immédiatement|immédiat|inmediatamente|inmediato|subito|immediatamente|imediatamente|onmiddellijk|straks|umiddelbart',
  ],
  ['i', 'a|an'],
  [',', 'and|und|et puis|y|e'],
];

const FILLER =
  'vesting|vests|vest|vested|vesten|vestet|gevestet|vestes|unverfallbar|verdient|option|options|optionen|stock|share|shares|aktien|anteile|actions|acciones|azioni|ações|aandelen|aksjer|aktier|opzioni|opciones|opções|grant|units|total|of|the|with|w|in|over|for|during|within|spread|on a|basis|schedule|standard|period|service|continuous|equal|equally|straight line|straightline|linear|linearly|ratably|rateably|time based|schedule is|is|are|will|shall|become|becomes|als|die|der|das|des|den|dem|von|mit|im|über|ueber|während|verteilt|auf|gleiche|gleichen|laufzeit|dauer|zeitraum|insgesamt|werden|wird|de|du|d|la|le|les|l|sur|pendant|avec|en|dans|égal|égales|égaux|durée|linéaire|linéairement|acquisition|acquis|acquises|el|los|las|del|con|durante|sobre|a lo largo de|iguales|igual|lineal|linealmente|duración|plazo|consolidación|lo|il|lo|gli|dei|delle|di|su|per un totale di|uguali|lineare|maturazione|do|da|dos|das|com|ao longo de|em|iguais|linear|aquisição|het|met|gedurende|gelijke|lineair|van|in totaal|looptijd|med|av|af|i løpet av|under|like|lineær|opptjening|optjening|intjäning|intjänande|opptjenes|totalt|i|period of|from the|from|starting|beginning|starting from|ab|ab dem|depuis|desde|a partir de|dal|vanaf|fra|från|le long de|thereof|its|davon|dont|di cui|de los cuales|waarvan|hvorav|varav|of which';

put(FILLER, null);
for (const [letter, phrases] of LETTERS) put(phrases, wordOf(letter));
for (const [months, phrases] of Object.entries(UNITS)) put(phrases, wordOf('u', Number(months)));
for (const [months, phrases] of Object.entries(PERIODS)) put(phrases, wordOf('p', Number(months)));
for (const [value, phrases] of Object.entries(NUMBERS)) put(phrases, wordOf('n', Number(value)));
for (const [part, phrases] of Object.entries(PARTS)) {
  const [n, d] = part.split('/') as [string, string];
  put(phrases, wordOf('f', 0, fraction(BigInt(n), BigInt(d))));
}
/** German "Monatsraten" and the like: a period and installments. */
export const RATES: Readonly<Record<string, number>> = {
  monatsraten: 1,
  monatstranchen: 1,
  mensualites: 1,
  mensualidades: 1,
  quartalsraten: 3,
  quartalstranchen: 3,
  halbjahresraten: 6,
  jahresraten: 12,
  jahrestranchen: 12,
  annualites: 12,
  anualidades: 12,
};

const BEFORE_UNIT = new Map(
  Object.entries(NUMBERS).flatMap(([value, words]) =>
    words.split('|').map((word) => [plain(word), Number(value)] as const),
  ),
);

/** "vierjährig", "einjähriges", "zwölfmonatiges", "vierjarige": a number and a unit in one word; null for another word. */
export function joinedOf(word: string): [Word, Word] | null {
  const match = /^(\p{L}{2,20}?)(jahrig|jarig|arig|arigt|monatig|maands|manaders)(?:e|er|es|en|em|t)?$/u.exec(word);
  const unit = /^(jahrig|jarig|arig|arigt|monatig)(?:e|er|es|en|em|t)?$/u.exec(word);
  if (unit || !match) return null;
  const value = BEFORE_UNIT.get(match[1]!);
  return value === undefined ? null : [wordOf('n', value), wordOf('u', match[2]!.startsWith('m') ? 1 : 12)];
}

/** What follows digits: "4-jährig", "12-monatiges". */
export function unitAfterDigits(word: string): Word | null {
  const match = /^(jahrig|jarig|arig|monatig|jahres|monats|maands|manaders)(?:e|er|es|en|em|t)?$|^[ymjqa]$/u.exec(word);
  if (match && word.length === 1) return wordOf('u', word === 'm' ? 1 : word === 'q' ? 3 : 12);
  return match ? wordOf('u', match[1]!.startsWith('m') ? 1 : 12) : null;
}

const FULL = new Set(
  [
    'fully vested|vested|vested in full|all vested|100% vested|100% fully vested|fully vested 100%|immediate|immediately|immediate vesting|immediately vested|vests immediately|fully vested immediately|fully vested at grant|fully vested on grant|fully vested upon grant|fully vested at issuance|fully vested on issuance|fully vested at issue|vested at grant|vested on grant|vested upon grant|vested at issuance|no vesting|no vesting schedule|without vesting|not subject to vesting|vesting complete|fully exercisable|n.a|not applicable',
    'voll gevestet|vollständig gevestet|gevestet|100% gevestet|unverfallbar|vollständig unverfallbar|sofort|sofort gevestet|sofort unverfallbar|kein vesting|ohne vesting|keines|nicht anwendbar',
    'acquis|acquise|acquises|entièrement acquis|entièrement acquise|entièrement acquises|totalement acquis|totalement acquises|100% acquis|immédiat|immédiatement|pas de vesting|sans vesting|aucun vesting|sans acquisition progressive|sans objet',
    'consolidado|consolidada|consolidados|totalmente consolidado|totalmente consolidadas|totalmente consolidada|devengado|totalmente devengado|totalmente devengadas|inmediato|inmediatamente|sin vesting|100% consolidado|no aplica',
    'maturato|maturate|completamente maturato|completamente maturate|interamente maturate|immediato|immediatamente|senza vesting|nessun vesting|non applicabile',
    'totalmente adquirido|totalmente adquiridas|adquirido|imediato|imediatamente|sem vesting|não aplicável',
    'volledig gevest|gevest|onmiddellijk|geen vesting|zonder vesting|niet van toepassing',
    'fullt opptjent|opptjent|ingen opptjening|ingen vesting|uten vesting|utan vesting|uden vesting|fullt intjänad|intjänad|fullt intjänade|fuldt optjent|optjent|ikke relevant',
  ].flatMap((all) => all.split('|').map(plain)),
);

/** A text that says as a whole that all has vested. */
export const saysVested = (text: string): boolean => FULL.has(text.replace(/[.!]+$/, '').replace(/ %/g, '%'));
