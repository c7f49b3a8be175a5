// The registers that counsel asks for, as files for a day: the stock ledger in order, and the holders by class.
import { say } from '#src/words/say.ts';
import { readers } from '#src/resources/kit/access.ts';
import { LabelledDay } from '#src/admin/kit/form/LabelledDay.tsx';
import { today } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { PageHead } from '#src/admin/kit/parts/PageHead.tsx';
import { Denied } from '#src/admin/kit/parts/states.tsx';
import { useAsked } from '#src/admin/kit/parts/useAsked.ts';
import { useDownload } from '#src/admin/kit/parts/useDownload.ts';
import { useMe, useRole } from '#src/admin/session/useMe.ts';
import { AfterEntry } from './CapTableControls.tsx';
import { capTablePath, viewOf } from './capTableRules.ts';
import styles from './CapTableControls.module.css';

const registers = [
  {
    name: 'stock-ledger',
    title: say`Stock ledger`,
    about: say`Every issue, transfer, repurchase, conversion and cancellation of stock up to the day, in order.`,
  },
  {
    name: 'holder-list',
    title: say`List of holders by class`,
    about: say`Who holds stock of each class at the end of the day, with addresses and numbers of shares.`,
  },
] as const;
const formats = ['pdf', 'xlsx', 'csv'] as const;

export default function Registers() {
  const role = useRole();
  const { active } = useMe();
  const [search, set] = useAsked();
  const { download, isBusy } = useDownload();
  if (!readers.includes(role)) return <Denied what={say`the registers`} />;
  const { asOf, knownAt } = viewOf(search);
  const asked = { as_of: asOf || today(), known_at: knownAt || null };
  return (
    <>
      <PageHead title={say`Registers`} about={say`The books that counsel, auditors and stockholders may ask for.`} />
      <div className="stack">
        <Card
          title={say`As of`}
          about={say`Everything up to the end of the day; with an entry’s number, as it was known after that entry.`}
        >
          <div className="acts">
            <LabelledDay
              labelClass={styles.lab}
              label={say`Date`}
              value={asked.as_of}
              choose={(as_of) => set({ as_of })}
            />
            <AfterEntry label={say`Known after entry No.`} value={knownAt} choose={(known_at) => set({ known_at })} />
          </div>
        </Card>
        {registers.map(({ name, title, about }) => (
          <Card key={name} title={title} about={about}>
            <div className="acts">
              {formats.map((format) => (
                <button
                  key={format}
                  type="button"
                  className="btn"
                  disabled={isBusy}
                  aria-label={`${title}, ${format.toUpperCase()}`}
                  onClick={() =>
                    void download(
                      capTablePath(asked, `/api/reports/${name}.${format}`),
                      `${active ? `${active}-` : ''}${name}-${asked.as_of}.${format}`,
                      say`${title} could not be made.`,
                    )
                  }
                >
                  <Icon name="download" />
                  {format.toUpperCase()}
                </button>
              ))}
            </div>
          </Card>
        ))}
      </div>
    </>
  );
}
