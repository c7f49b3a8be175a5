// The company as files: an Open Cap Format package, or everything that the format cannot hold.
import { say } from '#src/words/say.ts';
import { fileNameOf } from '#src/resources/kit/csv.ts';
import { today } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { Card } from '#src/admin/kit/parts/Card.tsx';
import { useDownload } from '#src/admin/kit/parts/useDownload.ts';
import { useMe } from '#src/admin/session/useMe.ts';

const exports = [
  {
    title: say`Everything`,
    about: say`Ledger, holders, payments, documents, messages and the audit trail: one zip of tables, files and the package below.`,
    label: say`Export everything`,
    path: '/api/organization/export',
    ending: 'zip',
  },
  {
    title: say`Open Cap Format package`,
    about: say`The cap table and its history in the open format that other tools read.`,
    label: say`Export package`,
    path: '/api/ocf/export',
    ending: 'ocf.zip',
  },
] as const;

export function ExportCards() {
  const { user } = useMe();
  const { download, isBusy } = useDownload();
  return exports.map(({ title, about, label, path, ending }) => (
    <Card key={path} title={title} about={about}>
      <div className="acts">
        <button
          type="button"
          className="btn"
          disabled={isBusy}
          onClick={() =>
            void download(
              path,
              fileNameOf(user.client_name, 'company', today(), ending),
              say`The company could not be exported.`,
            )
          }
        >
          <Icon name="download" />
          {isBusy ? say`Exporting…` : label}
        </button>
      </div>
    </Card>
  ));
}
