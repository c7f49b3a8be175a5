// Each rule in words that a founder understands: what it is about, and what happens unless something else is chosen. Numbered
// rules are those of the ledger's design; other faults have a slug.
import { say } from '#src/words/say.ts';

interface RuleWords {
  title: string;
  /** What an import does with the entry when the finding is accepted. */
  done: string;
  /** What can be done instead. */
  instead?: string;
  /** It cannot be accepted: the import is not applied while it is there. */
  isFinal?: true;
}

const asWritten = say`It takes effect as it is written.`;
const noEffect = say`It is kept whole, without effect on the table.`;

const words: Record<string, RuleWords> = {
  E1: {
    title: say`Something an entry refers to is not in the package`,
    done: say`The entry counts without a missing plan, legend or vesting schedule. Without its holder or class it has no effect.`,
    instead: say`Add what is missing to the file.`,
  },
  E2: {
    title: say`An entry is about a security that does not exist or is no longer open`,
    done: noEffect,
  },
  E3: {
    title: say`An entry is dated before its security was issued`,
    done: say`It takes effect on the day of the issuance.`,
  },
  E4: {
    title: say`One certificate or grant is ended twice`,
    done: say`The earlier ending counts. The later one has no effect.`,
  },
  E5: {
    title: say`A result that an entry names was never issued`,
    done: say`Nothing is issued for it, so the shares that left the source are missing from the table.`,
  },
  E6: { title: say`A balance certificate does not match its source`, done: asWritten },
  E7: {
    title: say`An entry moves more than its security holds, or zero or less`,
    done: say`It takes effect as it is written, unless the finding says otherwise.`,
  },
  E8: {
    title: say`The figures of an entry do not add up`,
    done: say`Each security counts with its own figure, so the total changes by the difference.`,
  },
  E9: { title: say`A resulting security has the wrong class, kind or holder`, done: asWritten },
  E10: {
    title: say`Something was both accepted and retracted`,
    done: say`The retraction counts. The security is void from that day on.`,
  },
  E11: { title: say`New certificates do not match their split`, done: asWritten },
  E12: {
    title: say`Vesting names a step that its schedule does not have`,
    done: say`It vests nothing. The grant vests by the rest of its schedule.`,
  },
  E13: {
    title: say`More shares are outstanding than are authorized`,
    done: say`The shares count. Raise the authorized number with a dated entry.`,
    instead: say`Raise the authorized number in the file, with the day on which it was raised.`,
  },
  E14: {
    title: say`More is granted than the plan has reserved`,
    done: say`The grants count. Enlarge the pool with a dated entry.`,
    instead: say`Enlarge the plan in the file, with the day on which it was enlarged.`,
  },
  E15: {
    title: say`More is exercised than had vested, or after the grant expired`,
    done: asWritten,
  },
  E16: { title: say`A fraction of a share in a class that allows none`, done: asWritten },
  E17: { title: say`A conversion or exercise does not match its trigger`, done: asWritten },
  E18: { title: say`The parts of a vesting schedule do not add up to the grant`, done: asWritten },
  E19: { title: say`Share numbers overlap`, done: asWritten },
  E20: {
    title: say`Two objects have one id`,
    done: say`The first in order counts. The second is kept without effect.`,
  },
  E21: { title: say`One class has prices in two currencies`, done: say`Both are kept as they are.` },
  D5: { title: say`An empty reference`, done: say`It is read as absent.` },
  D6: {
    title: say`A part was taken, but no balance certificate is named`,
    done: say`The same security carries on with the rest.`,
  },
  D11: { title: say`A placeholder in place of a value`, done: say`It is read as absent.` },
  W1: { title: say`Dated before the company was formed`, done: say`The date is kept.` },
  W2: {
    title: say`A split was announced and not carried out everywhere`,
    done: say`Securities that the package does not reissue stay as they were. Enter what is missing.`,
    instead: say`Enter the new certificates and the authorized number yourself, with dated entries.`,
  },
  W3: {
    title: say`Shares were converted, but their class declares no conversion right`,
    done: say`The conversion counts.`,
  },
  W4: { title: say`A certificate number is used twice`, done: say`Both certificates keep it.` },
  W5: {
    title: say`A file does not match its fingerprint`,
    done: say`The file is read as it is. Either it was changed, or the fingerprint was wrong from the start.`,
  },
  W6: { title: say`Written in an older form of the format`, done: say`It is read with its current meaning.` },
  W7: { title: say`Fractions of a share`, done: say`The class allows fractions from now on.` },
  W8: {
    title: say`Plans and conversions may need more shares than are authorized`,
    done: say`Nothing is changed. Raise the authorized number before they are issued.`,
  },
  expired_grant: {
    title: say`A grant has expired and is still open`,
    done: say`It stays in the table until a cancellation takes it out.`,
    instead: say`Cancel the grant on its page.`,
  },
  comes_of_itself: {
    title: say`Securities result from one another in a circle`,
    done: say`Each entry takes effect as it is written. Check which securities these entries name.`,
  },
  retracts_successor: {
    title: say`What came from another security is retracted alone`,
    done: say`Its shares stop counting, and nobody gets them back. If that was not meant, take back the entry that made it instead.`,
  },
  unknown_version: {
    title: say`The package uses an unknown version of the format`,
    done: say`Known fields are read, and others are kept.`,
  },
  unknown_field: {
    title: say`Fields that the format does not have`,
    done: say`They are kept with the object and have no effect.`,
  },
  missing_field: {
    title: say`A required field is missing`,
    done: say`The object takes effect as far as it can without it.`,
  },
  bad_field: { title: say`A field has the wrong kind of value`, done: say`The field is read as absent.` },
  bad_number: { title: say`A field that should hold a number does not`, done: say`The field is read as absent.` },
  bad_date: { title: say`A field that should hold a date does not`, done: noEffect },
  hidden_characters: {
    title: say`A name has characters that cannot be seen`,
    done: say`The name is shown without them. Where nothing is left, the id stands for the name.`,
  },
  far_date: {
    title: say`A day before 1800 or after 2199`,
    done: say`The day is kept and counts as it is written. The cap table is shown for days from 1800 to 2199.`,
    instead: say`If the year is wrong, correct it in the file.`,
  },
  below_zero: {
    title: say`A number below zero where that is not possible`,
    done: say`Votes and reserves are read as 0, authorized shares as unlimited. A price is kept as it is written and not used.`,
    instead: say`Correct the number in the file.`,
  },
  number_for_text: {
    title: say`Numbers written without quotation marks`,
    done: say`Their digits are read exactly as they are written.`,
  },
  unknown_word: { title: say`A value that the format does not have`, done: say`It is kept and has no effect.` },
  unknown_object_type: { title: say`An object of an unknown kind`, done: noEffect },
  missing_id: { title: say`An object without an id`, done: noEffect },
  quantity_not_positive: { title: say`A quantity that is not more than zero`, done: noEffect },
  ratio_not_positive: {
    title: say`A ratio that is not more than zero`,
    done: say`An entry with it has no effect. A class with it is counted by its prices, or one for one.`,
  },
  security_issued_twice: {
    title: say`One certificate, grant or note is issued twice`,
    done: say`The first in order counts.`,
  },
  result_claimed_twice: {
    title: say`One security is named as the result of two entries`,
    done: say`It counts once, as the result of the first.`,
  },
  split_rounded_down: { title: say`A split left a fraction`, done: say`The shares are rounded down, as written.` },
  other_issuer: {
    title: say`The package is of another company`,
    done: say`If you accept, its holders, classes and entries are added to your company’s.`,
    instead: say`Create a separate company for it.`,
  },
  other_content: {
    title: say`Already here with different content`,
    done: say`Your record stays as it is, unless you take the version of the package.`,
    instead: say`Choose above, for one or for all, whether to keep yours or take the version of the package.`,
  },
  read_otherwise: {
    title: say`The package would change how recorded entries count`,
    done: say`The import cannot be applied, whatever you accept: the table would depend on the order of the imports.`,
    instead: say`Take back the named entry, or undo its import, and import a package that has both. Or remove the earlier entries from the file.`,
    isFinal: true,
  },
  transaction_changed: {
    title: say`An entry of your ledger is different in the package`,
    done: say`The ledger stays as it is.`,
  },
  id_of_other_type: { title: say`An id belongs to an object of another kind`, done: noEffect },
  missing_file: {
    title: say`A file that the manifest lists is missing`,
    done: say`Its content is missing.`,
    instead: say`Add the file to the package.`,
  },
  file_stood_in: {
    title: say`A file replaces one that the manifest names differently`,
    done: say`It is read in place of the missing file.`,
    instead: say`Name the file in the package as the manifest does.`,
  },
  unlisted_file: {
    title: say`A file that the manifest does not list`,
    done: say`It is kept and not read.`,
    instead: say`List it in the manifest if it belongs to the package.`,
  },
  not_json: { title: say`A file that cannot be read`, done: say`Its content is missing.` },
  listed_twice: { title: say`A file is listed twice`, done: say`It is read once.` },
  wrong_file_type: {
    title: say`A file is of another kind than the manifest says`,
    done: say`It is read as the kind that it states itself.`,
  },
  unstorable_item: {
    title: say`An item that cannot be stored`,
    done: say`It is not imported, but stays in the stored package.`,
  },
  repeated_member: { title: say`A field is given twice`, done: say`The last one in the file is read.` },
  not_an_object: {
    title: say`An item that is only a single value`,
    done: say`It is not imported, but stays in the stored package.`,
  },
  missing_items: { title: say`A file without its list of items`, done: say`Its content is missing.` },
  record_date_frozen: {
    title: say`Entries on or before the record date of an approved distribution`,
    done: say`The entries count. The approved payments do not change.`,
  },
  vesting_circle: {
    title: say`The steps of a vesting schedule form a circle`,
    done: say`Each of its steps vests once. Ask whoever made the file for the agreed schedule.`,
  },
  vesting_leads_nowhere: {
    title: say`A vesting schedule leads to a step that it does not have`,
    done: say`It vests up to the missing step.`,
  },
  vesting_period: {
    title: say`A step of a vesting schedule has an invalid period or number of repetitions`,
    done: say`That step vests nothing, and a step that only it leads to is never reached.`,
    instead: say`Correct the length of the period and the number of times in the file.`,
  },
  vesting_at_once: {
    title: say`A step of a vesting schedule repeats after a period of zero`,
    done: say`All of it vests on the day from which it is counted.`,
    instead: say`Correct the length of the period in the file.`,
  },
  vesting_portion: {
    title: say`A step of a vesting schedule has an invalid portion`,
    done: say`That step vests nothing.`,
  },
  vesting_day: {
    title: say`A step of a vesting schedule names a day that no month has`,
    done: say`It vests on the day of the month on which the vesting started.`,
    instead: say`Correct the day in the file.`,
  },
  vesting_below_zero: {
    title: say`A part of a vesting schedule is below zero`,
    done: say`That part vests nothing and takes nothing back. The others vest as written, until the whole grant has vested.`,
    instead: say`Correct the part in the file.`,
  },
  vesting_over_whole: {
    title: say`A vesting schedule adds up to more than the grant`,
    done: say`It vests as written until the whole grant has vested.`,
  },
  share_numbers_reversed: {
    title: say`Share numbers run backwards`,
    done: say`The certificate counts. Its share numbers are kept as written and not compared with others.`,
  },
  missing_issuer: { title: say`The manifest names no company`, done: say`Your company stays as it is.` },
};

/** The words of a rule. A rule without words is shown by its own name. */
export function wordsOfRule(rule: string): RuleWords {
  return (
    words[rule] ?? {
      title: `${rule.charAt(0).toUpperCase()}${rule.slice(1).replaceAll('_', ' ')}`,
      done: say`It is kept as it is.`,
    }
  );
}
