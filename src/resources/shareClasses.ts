import { say } from '../words/say.ts';
import { readThroughSecurities } from './kit/access.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { boolean, choice, date, id, money, number, percent, reference, shares, text } from './kit/fields.ts';
import { CLASS_TYPES } from '../domain/keywords.ts';

const ofPreferred: readonly string[] = [
  'liquidation_preference_multiple',
  'participation_cap_multiple',
  'conversion_ratio',
  'converts_to_share_class_id',
  'dividend_rate',
  'dividend_base',
  'dividend_is_cumulative',
  'dividend_accrues_from',
  'dividend_participation',
];

export const shareClasses = defineResource('share-classes', {
  path: '/api/share-classes/',
  label: say`Share classes`,
  singular: say`share class`,
  about: say`The kinds of stock the company may issue, with the authorized shares and the rights of each.`,
  empty: say`Every certificate belongs to a class. Create the common stock first, with the number of shares your charter authorizes.`,
  broughtInBy: 'imports',
  icon: 'classes',
  table: 'share_class',
  source: 'share_class_view',
  isFew: true,
  title: 'name',
  fields: {
    id: id(),
    name: text({ required: true, max: 120, search: true }),
    class_type: choice(CLASS_TYPES, { required: true, default: 'COMMON', label: say`Type` }),
    prefix: text({
      required: true,
      max: 20,
      label: say`Certificate prefix`,
      help: say`CS- gives CS-1, CS-2, …`,
      search: true,
    }),
    authorized_shares: text({
      required: true,
      max: 40,
      pattern: /^(\d{1,28}|UNLIMITED|NOT APPLICABLE)$/,
      patternHelp: say`A whole number such as 10000000, or UNLIMITED, or NOT APPLICABLE.`,
      figure: { unlimited: 'UNLIMITED' },
      label: say`Authorized`,
      definition: say`How many shares of this class the charter allows to be outstanding at once.`,
    }),
    outstanding: shares({
      readOnly: true,
      label: say`Outstanding`,
      definition: say`Issued and not cancelled, repurchased, converted or retracted.`,
    }),
    par_value: money({ scale: 10, label: say`Par value` }),
    price_per_share: money({ scale: 10, label: say`Original issue price` }),
    currency: text({ required: true, readOnly: true, max: 3 }),
    votes_per_share: number({ required: true, min: 0, label: say`Votes per share` }),
    seniority: number({
      required: true,
      min: 0,
      help: say`The order of payment at an exit: a higher number is paid before a lower one.`,
    }),
    liquidation_preference_multiple: money({
      scale: 10,
      isFactor: true,
      label: say`Liquidation preference (×)`,
    }),
    participation_cap_multiple: money({ scale: 10, isFactor: true, label: say`Participation cap, times the price` }),
    conversion_ratio: money({
      positive: true,
      scale: 10,
      isFactor: true,
      label: say`Conversion ratio`,
      help: say`Empty means one for one, if the class converts.`,
    }),
    converts_to_share_class_id: reference('share-classes', {
      label: say`Converts to`,
      shows: 'converts_to_share_class',
      help: say`Empty means that preferred converts into the common class, if there is only one.`,
    }),
    converts_to_share_class: text({ readOnly: true, label: say`Converts to` }),
    dividend_rate: percent({
      ofOne: true,
      label: say`Preferred dividend a year`,
      help: say`Enter 0.08 for 8 percent. Distributions pay it first. Empty means that the class shares like common stock.`,
    }),
    dividend_base: choice(['original_issue_price', 'par'], {
      label: say`Rate applies to`,
      labels: { original_issue_price: say`Original issue price`, par: say`Par value` },
      help: say`Empty means the original issue price.`,
    }),
    dividend_is_cumulative: boolean({
      required: true,
      default: false,
      label: say`Unpaid dividends`,
      words: [say`Accumulate`, say`Lapse at the end of the year`],
    }),
    dividend_accrues_from: date({
      label: say`Accrues from`,
      help: say`The first day that counts, for every share of the class.`,
    }),
    dividend_participation: choice(['none', 'as_converted'], {
      label: say`Part in the rest`,
      labels: { none: say`None`, as_converted: say`As if converted to common stock` },
      help: say`What the class gets of the amount that is left after all preferred dividends. Empty means none.`,
    }),
    allows_fractions: boolean({
      required: true,
      default: false,
      label: say`Fractions of a share`,
      words: [say`Allowed`, say`Not allowed`],
    }),
    version: number({ required: true, readOnly: true }),
  },
  list: ['name', 'class_type', 'prefix', 'authorized_shares', 'outstanding', 'price_per_share', 'votes_per_share'],
  card: { figure: 'outstanding', details: ['class_type'] },
  filters: ['class_type'],
  form: [
    ['name', 'class_type'],
    ['prefix', 'authorized_shares'],
    ['par_value', 'price_per_share'],
    ['votes_per_share', 'seniority'],
    ['liquidation_preference_multiple', 'participation_cap_multiple'],
    ['conversion_ratio', 'converts_to_share_class_id'],
    ['dividend_rate', 'dividend_base'],
    ['dividend_is_cumulative', 'dividend_accrues_from'],
    ['dividend_participation'],
    ['allows_fractions'],
  ],
  sort: ['name', 'ASC'],
  createLabel: say`Add Share Class`,
  created: say`The share class was added`,
  writes: 'command',
  menu: 'plans-and-classes',
  // A class's page shows totals, and a shareholder sees only their own part.
  forHolders: 'nothing',
  // A separate verb changes the authorized number, with a date and a reason.
  asksFor: (name, { values, isEdit }) =>
    !(isEdit && name === 'authorized_shares') && (values.class_type === 'PREFERRED' || !ofPreferred.includes(name)),
  access: {
    administrators: 'all',
    editors: 'read create update',
    readers: 'read',
    holders: readThroughSecurities('stock_class_id'),
  },
});
export type ShareClass = RecordOf<typeof shareClasses>;
