// The words in a file's name that say what kind of document it is.
import type { documentTypes } from '#src/resources/documents.ts';
import { longest, runsOf, keyOf, stretches } from './nameRuns.ts';
import type { Run, Span } from './nameRuns.ts';

export type DocumentType = (typeof documentTypes)[number];

const WORDS: Record<DocumentType, readonly string[]> = {
  certificate: ['certificate', 'cert', 'stock certificate', 'share certificate', 'unit certificate'],
  distribution_notice: [
    'dividend',
    'dividends',
    'distribution',
    'dividend notice',
    'distribution notice',
    'notice of dividend',
    'notice of distribution',
    'dividend statement',
    'distribution statement',
    'dividend voucher',
  ],
  agreement: [
    'agreement',
    'contract',
    'deed',
    'safe',
    'convertible note',
    'promissory note',
    'convertible loan',
    'warrant',
    'option grant',
    'stock option',
    'option agreement',
    'purchase agreement',
    'transfer agreement',
    'exercise agreement',
    'stock purchase agreement',
    'share purchase agreement',
    'restricted stock agreement',
    'restricted stock purchase agreement',
    'stock transfer agreement',
    'share transfer agreement',
    'grant notice',
    'notice of grant',
    'notice of stock option grant',
    'exercise notice',
    'notice of exercise',
    'distribution agreement',
    'side letter',
    'term sheet',
    'offer letter',
    'subscription',
    'stock power',
    'joinder',
    'nda',
    'spa',
    'rspa',
    'sha',
    'piia',
  ],
  tax_form: [
    'w-9',
    'w-8',
    'w-8ben',
    'w-8ben-e',
    'w-8imy',
    'w-8eci',
    'k-1',
    'schedule k-1',
    '1099',
    '1099-div',
    '1099-b',
    '1042-s',
    '3921',
    '3922',
    '83b',
    '83(b)',
    'tax form',
    'tax certificate',
    'certificate of tax residence',
    'certificate of tax residency',
    'withholding certificate',
  ],
  other: [],
};

/** Papers of the company: of type "other", and never shown to a holder because one is named in them. */
const OF_COMPANY: readonly string[] = [
  'board consent',
  'written consent',
  'stockholder consent',
  'shareholder consent',
  'consent of the board',
  'action by written consent',
  'minutes',
  'board minutes',
  'board meeting',
  'board',
  'resolution',
  'resolutions',
  'bylaws',
  'charter',
  'articles of association',
  'articles of incorporation',
  'certificate of incorporation',
  'certificate of formation',
  'certificate of amendment',
  'certificate of designation',
  'certificate of designations',
  'certificate of good standing',
  'secretary certificate',
  'secretarys certificate',
  'officers certificate',
  'incumbency certificate',
  '409a',
  '409a valuation',
  'valuation report',
  'cap table',
  'capitalization table',
  'payroll',
];

/** Words on a folder that say its papers may be the company's own. */
const COMPANY_WORDS = new Set(
  `board boards director directors minutes consent consents resolution resolutions confidential privileged private internal governance
  corporate termination terminations severance dismissal dismissals disciplinary investigation investigations litigation dispute
  disputes complaint complaints compensation salary salaries payroll hr`.split(/\s+/),
);

export const companyWordsIn = (runs: readonly Run[]): boolean => runs.some(({ text }) => COMPANY_WORDS.has(text));

/** Words that are no one's name, also where a holder has such a name: "Option Grant" names no Cary Grant. */
export const PLAIN_WORDS: ReadonlySet<string> = new Set(
  [
    ...Object.values(WORDS).flat(),
    ...OF_COMPANY,
    'stock share shares unit units option options rsu rsus iso nso award grant grants note notes bond bonds',
    'notice letter form statement report file document scan copy original draft final signed executed unsigned version',
    'plan equity incentive restricted common preferred ordinary series class seed schedule exhibit annex appendix',
    'purchase transfer sale repurchase exercise vesting election amendment amended restated and of the for to by from with no number',
    'january february march april may june july august september october november december',
    'jan feb mar apr jun jul aug sep sept oct nov dec llc inc ltd lp pdf a b c v',
  ]
    .flatMap((phrase) => runsOf(phrase))
    .filter(({ isNumber }) => !isNumber)
    .map(({ text }) => text),
);

interface Kind {
  type: DocumentType;
  isOfCompany: boolean;
  /** As it is said in the reason: "stock certificate". */
  words: string;
}

const PHRASES = new Map<string, Kind>();
for (const [type, phrases] of Object.entries(WORDS) as [DocumentType, readonly string[]][])
  for (const words of phrases) PHRASES.set(keyOf(runsOf(words)), { type, isOfCompany: false, words });
for (const words of OF_COMPANY) PHRASES.set(keyOf(runsOf(words)), { type: 'other', isOfCompany: true, words });
const LONGEST = Math.max(...[...PHRASES.keys()].map((key) => key.split(' ').length));

export type TypeWord = Span & Kind;

/** The longest ones: "certificate of incorporation" is no certificate. */
export function typeWordsIn(runs: readonly Run[]): TypeWord[] {
  const found: TypeWord[] = [];
  for (const { key, from, to } of stretches(runs, LONGEST)) {
    const kind = PHRASES.get(key);
    if (kind) found.push({ ...kind, from, to });
  }
  return longest(found);
}
