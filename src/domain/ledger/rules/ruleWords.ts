// Each rule in words a founder understands: what it is about, and what is done about it unless one chooses otherwise.
// The rules are those of the ledger's design; a slug is a fault that has no rule there.

interface RuleWords {
  title: string;
  /** What the package's entry does to the cap table when it is brought in as it is. */
  done: string;
  /** What one may choose instead; where there is nothing, the file can be mended where it was made. */
  instead?: string;
  /** It cannot be accepted: nothing is applied while it stands. */
  isFinal?: true;
}

const asWritten = 'It takes effect as it is written.';
const noEffect = 'It is kept whole, without effect on the table.';

const words: Record<string, RuleWords> = {
  E1: {
    title: 'Something an entry refers to is not in the package',
    done: 'A missing plan, legend or vesting schedule does not stop the entry; without its holder or class it is kept without effect.',
    instead: 'Add what is missing to the file.',
  },
  E2: {
    title: 'An entry is about a certificate, grant or note that does not exist or is no longer open',
    done: noEffect,
  },
  E3: {
    title: 'An entry is dated before what it is about was issued',
    done: 'It takes effect on the day of the issuance.',
  },
  E4: {
    title: 'One certificate or grant is ended twice',
    done: 'The earlier ending counts, the later one has no effect.',
  },
  E5: {
    title: 'A result that an entry names was never issued',
    done: 'Nothing is issued for it: what left the one certificate arrives on no other.',
  },
  E6: { title: 'The certificate for the rest does not fit the one it comes from', done: asWritten },
  E7: {
    title: 'More is moved than is held, or nothing that can be moved',
    done: 'It takes effect as it is written, unless its line says otherwise.',
  },
  E8: {
    title: 'The figures of an entry do not add up',
    done: 'Each security counts with its own figure, so the total changes by the difference.',
  },
  E9: { title: 'What came of an entry is of another class or holder than it may be', done: asWritten },
  E10: {
    title: 'Something was both accepted and retracted',
    done: 'The retraction counts: it is void from that day on.',
  },
  E11: { title: 'New certificates do not carry out their split', done: asWritten },
  E12: {
    title: 'Vesting names a step that its schedule does not have',
    done: 'It vests nothing. The grant vests by the rest of its schedule.',
  },
  E13: {
    title: 'More shares are outstanding than are authorized',
    done: 'The shares count. Raise the authorized number by a dated entry.',
    instead: 'Raise the authorized number in the file, with the day on which it was raised.',
  },
  E14: {
    title: 'More is granted than the plan has reserved',
    done: 'The grants count. Enlarge the pool by a dated entry.',
    instead: 'Enlarge the plan in the file, with the day on which it was enlarged.',
  },
  E15: {
    title: 'More is exercised than had vested, or after the grant expired',
    done: asWritten,
  },
  E16: { title: 'A fraction of a share in a class that has none', done: asWritten },
  E17: { title: 'A conversion or exercise does not fit what was agreed', done: asWritten },
  E18: { title: 'The parts of a vesting schedule do not add up to the grant', done: asWritten },
  E19: { title: 'Share numbers overlap', done: asWritten },
  E20: { title: 'Two objects have one id', done: 'The first in order counts, the second is kept without effect.' },
  E21: { title: 'One class has prices in two currencies', done: 'Both are kept as they are.' },
  D5: { title: 'An empty reference', done: 'It is read as absent.' },
  D6: {
    title: 'A part was taken and no balance certificate named',
    done: 'The same security carries on with the rest.',
  },
  D11: { title: 'A placeholder stands where a value was left out', done: 'It is read as absent.' },
  W1: { title: 'Dated before the company was formed', done: 'The date is kept.' },
  W2: {
    title: 'A split was announced and not carried out everywhere',
    done: 'What the package does not reissue stays as it was. Enter what is missing.',
    instead: 'Enter the new certificates and the authorized number yourself, by a dated entry each.',
  },
  W3: { title: 'Shares were converted, and their class gives no right to', done: 'The conversion counts.' },
  W4: { title: 'A certificate number is used twice', done: 'Both certificates keep it.' },
  W5: {
    title: 'A file does not match its fingerprint',
    done: 'The file is read as it is. It was changed, or the fingerprint was never right.',
  },
  W6: { title: 'Written in an older form of the format', done: 'It is read with its present meaning.' },
  W7: { title: 'Fractions of a share', done: 'The class allows fractions from now on.' },
  W8: {
    title: 'Plans and conversions may need more shares than are authorized',
    done: 'Nothing is changed. Raise the authorized number before they are issued.',
  },
  expired_grant: {
    title: 'A grant has expired and is still open',
    done: 'It stays in the table until a cancellation takes it out.',
    instead: 'Cancel the grant on its page when it has lapsed.',
  },
  comes_of_itself: {
    title: 'Certificates come of one another in a circle',
    done: 'Each entry takes effect as it is written. Look at how these entries name one another.',
  },
  unknown_version: {
    title: 'The package is of a version of the format that is not known here',
    done: 'Every known field is read; the others are kept.',
  },
  unknown_field: {
    title: 'Fields that the format does not have',
    done: 'They are kept with the object and have no effect.',
  },
  missing_field: {
    title: 'A field that the format asks for is missing',
    done: 'The object takes effect as far as it can without it.',
  },
  bad_field: { title: 'A field does not hold what belongs in it', done: 'The field is read as absent.' },
  bad_number: { title: 'Something stands where a number belongs', done: 'The field is read as absent.' },
  bad_date: { title: 'Something stands where a day of the calendar belongs', done: noEffect },
  far_date: {
    title: 'A day before 1800 or after 2199',
    done: 'The day is kept and counts as it is written. The cap table is shown for days from 1800 to 2199.',
    instead: 'If a digit of the year is wrong, mend it in the file.',
  },
  below_zero: {
    title: 'A figure below zero, where none can be',
    done: 'Votes and reserves count as none, and a number of authorized shares as no limit. A price is kept as it is written, and no table counts it.',
    instead: 'Write the figure into the file as it was agreed.',
  },
  number_for_text: {
    title: 'Numbers written without quotation marks',
    done: 'Their digits are read exactly as they are written.',
  },
  unknown_word: { title: 'A word that the format does not know', done: 'It is kept and has no effect.' },
  unknown_object_type: { title: 'An object of a kind nobody knows', done: noEffect },
  missing_id: { title: 'An object without an id', done: noEffect },
  quantity_not_positive: { title: 'A quantity that is not more than zero', done: noEffect },
  ratio_not_positive: {
    title: 'A ratio that is not more than zero',
    done: 'An entry with it is kept without effect; tables count a class with it by its prices, or one for one.',
  },
  security_issued_twice: {
    title: 'One certificate, grant or note is issued twice',
    done: 'The first in order counts.',
  },
  result_claimed_twice: {
    title: 'One certificate is said to come of two entries',
    done: 'It counts once, as the result of the first.',
  },
  split_rounded_down: { title: 'A split left a fraction', done: 'The shares are rounded down, as written.' },
  other_issuer: {
    title: 'The package is of another company',
    done: 'Accepted, it is brought into your books as if it were yours: its holders, classes and entries beside your own.',
    instead: 'Open a company of its own for it.',
  },
  other_content: {
    title: 'Already here, with other content',
    done: 'Your record stays as it is, unless the version of the package is taken.',
    instead: 'Choose above, one by one or all at once, whether yours stays or the version of the package is taken.',
  },
  read_otherwise: {
    title: 'What is here already would count differently',
    done: 'Nothing is applied while this stands, whatever is accepted: the table would depend on which of them came first.',
    instead:
      'Take back the entry that is named, or undo the import that it came with, and bring in a package that has both; or leave out of the file what comes before it.',
    isFinal: true,
  },
  transaction_changed: {
    title: 'An entry of your ledger is written differently in the package',
    done: 'The ledger stays as it is.',
  },
  id_of_other_type: { title: 'An id is taken by an object of another kind', done: noEffect },
  missing_file: {
    title: 'A file that the manifest lists is missing',
    done: 'What it held is not there.',
    instead: 'Add the file to the package.',
  },
  file_stood_in: {
    title: 'A file stands in for one that the manifest names differently',
    done: 'It is read in its place.',
    instead: 'Name the file in the package as the manifest does.',
  },
  unlisted_file: {
    title: 'A file that the manifest does not list',
    done: 'It is kept and not read.',
    instead: 'List it in the manifest if it belongs to the package.',
  },
  not_json: { title: 'A file that cannot be read', done: 'What it held is not there.' },
  listed_twice: { title: 'A file is listed twice', done: 'It is read once.' },
  wrong_file_type: { title: 'A file is of another kind than the manifest says', done: 'It is read as what it is.' },
  unstorable_item: { title: 'An item that cannot be stored', done: 'It is left out; the package keeps it.' },
  repeated_member: { title: 'A field is given twice', done: 'The last one in the file is read.' },
  not_an_object: { title: 'An item that is only a single value', done: 'It is left out; the package keeps it.' },
  missing_items: { title: 'A file without its list of items', done: 'What it held is not there.' },
  record_date_frozen: {
    title: 'Entries behind the record date of an approved distribution',
    done: 'The ledger takes them; the payments stay as they were approved.',
  },
  vesting_circle: {
    title: 'A vesting schedule goes round in a circle',
    done: 'Each of its steps vests once. Ask whoever made the file for the schedule as it was agreed.',
  },
  vesting_leads_nowhere: {
    title: 'A vesting schedule leads to a step that it does not have',
    done: 'It vests up to there, and no further.',
  },
  vesting_period: {
    title: 'A step of a vesting schedule repeats after no whole period, or no whole number of times',
    done: 'That step vests nothing, and a step that only it leads to is never reached.',
    instead: 'Write the length of its period and how often it vests into the file, as they were agreed.',
  },
  vesting_at_once: {
    title: 'A step of a vesting schedule repeats with no time between',
    done: 'All of it vests on the day that it counts from.',
    instead: 'Write the length of its period into the file, as it was agreed.',
  },
  vesting_portion: {
    title: 'A step of a vesting schedule vests a part that is none',
    done: 'That step vests nothing.',
  },
  vesting_day: {
    title: 'A step of a vesting schedule names a day that no month has',
    done: 'It vests on the day of the month on which the vesting started.',
    instead: 'Write the day into the file, as it was agreed.',
  },
  vesting_below_zero: {
    title: 'A part of a vesting schedule is below zero',
    done: 'That part vests nothing and takes nothing back. The others vest as written, until the whole grant has vested.',
    instead: 'Write the part into the file, as it was agreed.',
  },
  vesting_over_whole: {
    title: 'A vesting schedule adds up to more than the grant',
    done: 'It vests as written until the whole grant has vested, and never more.',
  },
  share_numbers_reversed: {
    title: 'Share numbers run backwards',
    done: 'The certificate counts. Its share numbers are kept as written and not compared with others.',
  },
  missing_issuer: { title: 'The manifest names no company', done: 'Yours stays as it is.' },
};

/** The words of a rule; of one that has none, its own name. */
export function wordsOfRule(rule: string): RuleWords {
  return (
    words[rule] ?? {
      title: `${rule.charAt(0).toUpperCase()}${rule.slice(1).replaceAll('_', ' ')}`,
      done: 'It is kept as it is.',
    }
  );
}
