// Each rule in words that a founder understands: what it is about, and what happens unless something else is chosen. Numbered
// rules are those of the ledger's design; other faults have a slug.

interface RuleWords {
  title: string;
  /** What an import does with the entry when the finding is accepted. */
  done: string;
  /** What can be done instead. */
  instead?: string;
  /** It cannot be accepted: the import is not applied while it is there. */
  isFinal?: true;
}

const asWritten = 'It takes effect as it is written.';
const noEffect = 'It is kept whole, without effect on the table.';

const words: Record<string, RuleWords> = {
  E1: {
    title: 'Something an entry refers to is not in the package',
    done: 'The entry counts without a missing plan, legend or vesting schedule. Without its holder or class it has no effect.',
    instead: 'Add what is missing to the file.',
  },
  E2: {
    title: 'An entry is about a security that does not exist or is no longer open',
    done: noEffect,
  },
  E3: {
    title: 'An entry is dated before its security was issued',
    done: 'It takes effect on the day of the issuance.',
  },
  E4: {
    title: 'One certificate or grant is ended twice',
    done: 'The earlier ending counts. The later one has no effect.',
  },
  E5: {
    title: 'A result that an entry names was never issued',
    done: 'Nothing is issued for it, so the shares that left the source are missing from the table.',
  },
  E6: { title: 'A balance certificate does not match its source', done: asWritten },
  E7: {
    title: 'An entry moves more than its security holds, or zero or less',
    done: 'It takes effect as it is written, unless the finding says otherwise.',
  },
  E8: {
    title: 'The figures of an entry do not add up',
    done: 'Each security counts with its own figure, so the total changes by the difference.',
  },
  E9: { title: 'A resulting security has the wrong class, kind or holder', done: asWritten },
  E10: {
    title: 'Something was both accepted and retracted',
    done: 'The retraction counts. The security is void from that day on.',
  },
  E11: { title: 'New certificates do not match their split', done: asWritten },
  E12: {
    title: 'Vesting names a step that its schedule does not have',
    done: 'It vests nothing. The grant vests by the rest of its schedule.',
  },
  E13: {
    title: 'More shares are outstanding than are authorized',
    done: 'The shares count. Raise the authorized number with a dated entry.',
    instead: 'Raise the authorized number in the file, with the day on which it was raised.',
  },
  E14: {
    title: 'More is granted than the plan has reserved',
    done: 'The grants count. Enlarge the pool with a dated entry.',
    instead: 'Enlarge the plan in the file, with the day on which it was enlarged.',
  },
  E15: {
    title: 'More is exercised than had vested, or after the grant expired',
    done: asWritten,
  },
  E16: { title: 'A fraction of a share in a class that allows none', done: asWritten },
  E17: { title: 'A conversion or exercise does not match its trigger', done: asWritten },
  E18: { title: 'The parts of a vesting schedule do not add up to the grant', done: asWritten },
  E19: { title: 'Share numbers overlap', done: asWritten },
  E20: { title: 'Two objects have one id', done: 'The first in order counts. The second is kept without effect.' },
  E21: { title: 'One class has prices in two currencies', done: 'Both are kept as they are.' },
  D5: { title: 'An empty reference', done: 'It is read as absent.' },
  D6: {
    title: 'A part was taken, but no balance certificate is named',
    done: 'The same security carries on with the rest.',
  },
  D11: { title: 'A placeholder in place of a value', done: 'It is read as absent.' },
  W1: { title: 'Dated before the company was formed', done: 'The date is kept.' },
  W2: {
    title: 'A split was announced and not carried out everywhere',
    done: 'Securities that the package does not reissue stay as they were. Enter what is missing.',
    instead: 'Enter the new certificates and the authorized number yourself, with dated entries.',
  },
  W3: { title: 'Shares were converted, but their class declares no conversion right', done: 'The conversion counts.' },
  W4: { title: 'A certificate number is used twice', done: 'Both certificates keep it.' },
  W5: {
    title: 'A file does not match its fingerprint',
    done: 'The file is read as it is. Either it was changed, or the fingerprint was wrong from the start.',
  },
  W6: { title: 'Written in an older form of the format', done: 'It is read with its current meaning.' },
  W7: { title: 'Fractions of a share', done: 'The class allows fractions from now on.' },
  W8: {
    title: 'Plans and conversions may need more shares than are authorized',
    done: 'Nothing is changed. Raise the authorized number before they are issued.',
  },
  expired_grant: {
    title: 'A grant has expired and is still open',
    done: 'It stays in the table until a cancellation takes it out.',
    instead: 'Cancel the grant on its page.',
  },
  comes_of_itself: {
    title: 'Securities result from one another in a circle',
    done: 'Each entry takes effect as it is written. Check which securities these entries name.',
  },
  retracts_successor: {
    title: 'What came from another security is retracted alone',
    done: 'Its shares stop counting, and nobody gets them back. If that was not meant, take back the entry that made it instead.',
  },
  unknown_version: {
    title: 'The package uses an unknown version of the format',
    done: 'Known fields are read, and others are kept.',
  },
  unknown_field: {
    title: 'Fields that the format does not have',
    done: 'They are kept with the object and have no effect.',
  },
  missing_field: {
    title: 'A required field is missing',
    done: 'The object takes effect as far as it can without it.',
  },
  bad_field: { title: 'A field has the wrong kind of value', done: 'The field is read as absent.' },
  bad_number: { title: 'A field that should hold a number does not', done: 'The field is read as absent.' },
  bad_date: { title: 'A field that should hold a date does not', done: noEffect },
  hidden_characters: {
    title: 'A name has characters that cannot be seen',
    done: 'The name is shown without them. Where nothing is left, the id stands for the name.',
  },
  far_date: {
    title: 'A day before 1800 or after 2199',
    done: 'The day is kept and counts as it is written. The cap table is shown for days from 1800 to 2199.',
    instead: 'If the year is wrong, correct it in the file.',
  },
  below_zero: {
    title: 'A number below zero where that is not possible',
    done: 'Votes and reserves are read as 0, authorized shares as unlimited. A price is kept as it is written and not used.',
    instead: 'Correct the number in the file.',
  },
  number_for_text: {
    title: 'Numbers written without quotation marks',
    done: 'Their digits are read exactly as they are written.',
  },
  unknown_word: { title: 'A value that the format does not have', done: 'It is kept and has no effect.' },
  unknown_object_type: { title: 'An object of an unknown kind', done: noEffect },
  missing_id: { title: 'An object without an id', done: noEffect },
  quantity_not_positive: { title: 'A quantity that is not more than zero', done: noEffect },
  ratio_not_positive: {
    title: 'A ratio that is not more than zero',
    done: 'An entry with it has no effect. A class with it is counted by its prices, or one for one.',
  },
  security_issued_twice: {
    title: 'One certificate, grant or note is issued twice',
    done: 'The first in order counts.',
  },
  result_claimed_twice: {
    title: 'One security is named as the result of two entries',
    done: 'It counts once, as the result of the first.',
  },
  split_rounded_down: { title: 'A split left a fraction', done: 'The shares are rounded down, as written.' },
  other_issuer: {
    title: 'The package is of another company',
    done: 'If you accept, its holders, classes and entries are added to your company’s.',
    instead: 'Create a separate company for it.',
  },
  other_content: {
    title: 'Already here with different content',
    done: 'Your record stays as it is, unless you take the version of the package.',
    instead: 'Choose above, for one or for all, whether to keep yours or take the version of the package.',
  },
  read_otherwise: {
    title: 'The package would change how recorded entries count',
    done: 'The import cannot be applied, whatever you accept: the table would depend on the order of the imports.',
    instead:
      'Take back the named entry, or undo its import, and import a package that has both. Or remove the earlier entries from the file.',
    isFinal: true,
  },
  transaction_changed: {
    title: 'An entry of your ledger is different in the package',
    done: 'The ledger stays as it is.',
  },
  id_of_other_type: { title: 'An id belongs to an object of another kind', done: noEffect },
  missing_file: {
    title: 'A file that the manifest lists is missing',
    done: 'Its content is missing.',
    instead: 'Add the file to the package.',
  },
  file_stood_in: {
    title: 'A file replaces one that the manifest names differently',
    done: 'It is read in place of the missing file.',
    instead: 'Name the file in the package as the manifest does.',
  },
  unlisted_file: {
    title: 'A file that the manifest does not list',
    done: 'It is kept and not read.',
    instead: 'List it in the manifest if it belongs to the package.',
  },
  not_json: { title: 'A file that cannot be read', done: 'Its content is missing.' },
  listed_twice: { title: 'A file is listed twice', done: 'It is read once.' },
  wrong_file_type: {
    title: 'A file is of another kind than the manifest says',
    done: 'It is read as the kind that it states itself.',
  },
  unstorable_item: {
    title: 'An item that cannot be stored',
    done: 'It is not imported, but stays in the stored package.',
  },
  repeated_member: { title: 'A field is given twice', done: 'The last one in the file is read.' },
  not_an_object: {
    title: 'An item that is only a single value',
    done: 'It is not imported, but stays in the stored package.',
  },
  missing_items: { title: 'A file without its list of items', done: 'Its content is missing.' },
  record_date_frozen: {
    title: 'Entries on or before the record date of an approved distribution',
    done: 'The entries count. The approved payments do not change.',
  },
  vesting_circle: {
    title: 'The steps of a vesting schedule form a circle',
    done: 'Each of its steps vests once. Ask whoever made the file for the agreed schedule.',
  },
  vesting_leads_nowhere: {
    title: 'A vesting schedule leads to a step that it does not have',
    done: 'It vests up to the missing step.',
  },
  vesting_period: {
    title: 'A step of a vesting schedule has an invalid period or number of repetitions',
    done: 'That step vests nothing, and a step that only it leads to is never reached.',
    instead: 'Correct the length of the period and the number of times in the file.',
  },
  vesting_at_once: {
    title: 'A step of a vesting schedule repeats after a period of zero',
    done: 'All of it vests on the day from which it is counted.',
    instead: 'Correct the length of the period in the file.',
  },
  vesting_portion: {
    title: 'A step of a vesting schedule has an invalid portion',
    done: 'That step vests nothing.',
  },
  vesting_day: {
    title: 'A step of a vesting schedule names a day that no month has',
    done: 'It vests on the day of the month on which the vesting started.',
    instead: 'Correct the day in the file.',
  },
  vesting_below_zero: {
    title: 'A part of a vesting schedule is below zero',
    done: 'That part vests nothing and takes nothing back. The others vest as written, until the whole grant has vested.',
    instead: 'Correct the part in the file.',
  },
  vesting_over_whole: {
    title: 'A vesting schedule adds up to more than the grant',
    done: 'It vests as written until the whole grant has vested.',
  },
  share_numbers_reversed: {
    title: 'Share numbers run backwards',
    done: 'The certificate counts. Its share numbers are kept as written and not compared with others.',
  },
  missing_issuer: { title: 'The manifest names no company', done: 'Your company stays as it is.' },
};

/** The words of a rule. A rule without words is shown by its own name. */
export function wordsOfRule(rule: string): RuleWords {
  return (
    words[rule] ?? {
      title: `${rule.charAt(0).toUpperCase()}${rule.slice(1).replaceAll('_', ' ')}`,
      done: 'It is kept as it is.',
    }
  );
}
