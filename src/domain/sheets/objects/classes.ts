// The classes of a file, each once, whatever its tables call it.
import { formatDecimal } from '#src/domain/figures/decimal.ts';
import type { Decimal } from '#src/domain/figures/decimal.ts';
import { classKey, classNameOf, classTypeOf } from '../meanings/headings.ts';
import { ratioInName } from '../meanings/ratios.ts';
import type { Ratio } from '../meanings/ratios.ts';
import type { Question } from '../reading.ts';
import type { ClassRecord, Money, Records } from '../records/records.ts';
import type { Totals } from '../totals/facts.ts';
import type { StatedRatio } from '../totals/ratios.ts';

export interface ShareClass {
  key: string;
  name: string;
  code: string;
  /** Before the numbers of its certificates, where the file says it with its last mark. */
  prefix: string | null;
  type: 'COMMON' | 'PREFERRED';
  authorized: Decimal | null;
  price: Money | null;
  par_value: Money | null;
  board_approval_date: string | null;
  /** Classes that shares of this one became, with the ratio that the file shows. */
  converts: { to: string; numerator: Decimal; denominator: Decimal }[];
}

export class Classes {
  readonly all: ShareClass[] = [];
  readonly questions: Question[] = [];
  private readonly byKey = new Map<string, ShareClass>();
  private readonly byCode = new Map<string, ShareClass>();
  private readonly answers: Readonly<Record<string, string>>;

  constructor(answers: Readonly<Record<string, string>>) {
    this.answers = answers;
  }

  /** The class of that name, made if it is new. A code in brackets, or one that a class has as its prefix, names it too. */
  named(text: string, stated = ''): ShareClass {
    const found = this.find(text);
    if (found) return found;
    const { name, code } = classNameOf(text);
    const key = classKey(name);
    const share_class: ShareClass = {
      key: code?.toLowerCase() ?? key,
      name,
      code: code ?? '',
      prefix: null,
      type: statedType(stated) ?? this.typeOf(name, key),
      authorized: null,
      price: null,
      par_value: null,
      board_approval_date: null,
      converts: [],
    };
    this.all.push(share_class);
    this.byKey.set(key, share_class);
    if (code !== null) this.byCode.set(code.toLowerCase(), share_class);
    return share_class;
  }

  find(text: string): ShareClass | undefined {
    const { name, code } = classNameOf(text);
    const key = classKey(name);
    return (
      (code === null ? undefined : this.byCode.get(code.toLowerCase())) ??
      this.byKey.get(key) ??
      (code === null ? this.byCode.get(text.trim().toLowerCase()) : undefined)
    );
  }

  take(record: ClassRecord): void {
    const share_class = this.named(record.name, record.type);
    if (record.code !== '') {
      const code = record.code.replace(/[^\p{L}\p{N}]+$/u, '');
      share_class.code ||= code;
      // A vendor's mark between letters and number stays: "C/", "PA_".
      if (code !== record.code) share_class.prefix ??= record.code;
      this.byCode.set(code.toLowerCase(), share_class);
    }
    share_class.type = statedType(record.type) ?? share_class.type;
    share_class.authorized ??= record.authorized;
    share_class.price ??= record.price;
    share_class.par_value ??= record.par_value;
    share_class.board_approval_date ??= record.board_approval_date;
  }

  /**
   * Notes at which ratio a class converts into the common stock of the file. "2:1" is asked about: two become one, or one becomes two. A
   * ratio of one is what every class counts for. `isUnsure`: it may be no ratio.
   */
  convert(share_class: ShareClass, ratio: Ratio, isUnsure = false): void {
    const { numerator, denominator, isOpen } = ratio;
    const common = this.all.find((each) => each.type === 'COMMON' && each !== share_class);
    if (!common || numerator === denominator) return;
    const of = (one: Decimal, other: Decimal) =>
      `${formatDecimal(one)} of ${share_class.name} into ${formatDecimal(other)} of ${common.name}`;
    const asIs = { value: 'class_first', label: of(denominator, numerator) };
    const turned = { value: 'common_first', label: of(numerator, denominator) };
    const other = { value: 'one', label: 'One for one: the name says something else' };
    const choices = [asIs, ...(isOpen ? [turned] : []), ...(isUnsure ? [other] : [])];
    const answer = choices.length === 1 ? 'class_first' : this.askRatio(share_class, common, choices);
    if (answer === 'one' || (answer === null && isUnsure)) return;
    const isTurned = answer === 'common_first';
    share_class.converts.push({
      to: common.name,
      numerator: isTurned ? denominator : numerator,
      denominator: isTurned ? numerator : denominator,
    });
  }

  private askRatio(share_class: ShareClass, common: ShareClass, choices: Question['choices']): string | null {
    const id = `conversion_ratio:${share_class.key}`;
    const answer = choices.find(({ value }) => value === this.answers[id])?.value ?? null;
    this.questions.push({
      id,
      code: 'conversion_ratio',
      text: `Into how many shares of ${common.name} do shares of ${share_class.name} convert?`,
      tab: null,
      column: null,
      rows: [],
      choices,
      answer,
    });
    return answer;
  }

  /** A name that says nothing about its kind is asked about; until then it counts as common. */
  private typeOf(name: string, key: string): ShareClass['type'] {
    const known = classTypeOf(name);
    if (known !== null) return known;
    const id = `class_type:${key}`;
    const answer = this.answers[id] ?? null;
    this.questions.push({
      id,
      code: 'class_type',
      text: `What kind of shares are “${name}”?`,
      tab: null,
      column: null,
      rows: [],
      choices: [
        { value: 'COMMON', label: 'Common or ordinary shares' },
        { value: 'PREFERRED', label: 'Preferred shares' },
      ],
      answer,
    });
    return answer === 'PREFERRED' ? 'PREFERRED' : 'COMMON';
  }
}

const statedType = (type: string): ShareClass['type'] | null =>
  /pref/i.test(type) ? 'PREFERRED' : /common|ordinary/i.test(type) ? 'COMMON' : null;

/** In the order: a table of classes, the ledgers, the file's totals. A class is called what its ledger calls it. */
export function classesOf(
  records: Records,
  totals: Totals,
  answers: Readonly<Record<string, string>>,
  ratios: readonly StatedRatio[] = [],
): Classes {
  const classes = new Classes(answers);
  for (const record of records.classes) classes.take(record);
  for (const security of records.securities) {
    if (security.kind === 'stock') classes.named(security.class_name);
    else if ((security.kind === 'option' || security.kind === 'warrant') && security.class_name !== '')
      classes.named(security.class_name);
  }
  for (const { class_name, seller } of records.events) {
    classes.named(class_name);
    if (seller) classes.named(seller.class_name);
  }
  for (const { name, authorized, price } of totals.classes) {
    const known = classes.find(name);
    if (!known) continue;
    known.authorized ??= authorized;
    if (price !== null) known.price ??= { amount: price, currency: null };
  }
  const ofRecords = records.classes.flatMap(({ name, ratio }) => (ratio ? [{ ...ratio, share_class: name }] : []));
  const seen = new Set<ShareClass>();
  for (const ratio of [...ofRecords, ...ratios]) {
    const share_class = classes.find(ratio.share_class);
    if (!share_class || seen.has(share_class)) continue;
    seen.add(share_class);
    classes.convert(share_class, ratio);
  }
  for (const share_class of classes.all) {
    const found = seen.has(share_class) ? null : ratioInName(share_class.name);
    if (found) classes.convert(share_class, found.ratio, found.isUnsure || share_class.type === 'COMMON');
  }
  return classes;
}
