// Exports the company as an Open Cap Format package, or with everything that the format cannot hold.
import { fileNameOf } from '#src/resources/kit/csv.ts';
import { today } from '#src/admin/kit/format.ts';
import { Icon } from '#src/admin/kit/icons.tsx';
import { useDownload } from '#src/admin/kit/parts/useDownload.ts';
import { useMe } from '#src/admin/session/useMe.ts';

const exports = {
  package: { label: 'Export package', path: '/api/ocf/export', ending: 'ocf.zip' },
  everything: { label: 'Export everything', path: '/api/organization/export', ending: 'zip' },
} as const;

export function ExportButton({ what }: { what: keyof typeof exports }) {
  const { label, path, ending } = exports[what];
  const { user } = useMe();
  const { download, isBusy } = useDownload();
  return (
    <button
      type="button"
      className="btn"
      disabled={isBusy}
      onClick={() =>
        void download(
          path,
          fileNameOf(user.client_name, 'company', today(), ending),
          'The company could not be exported.',
        )
      }
    >
      <Icon name="download" />
      {isBusy ? 'Exporting…' : label}
    </button>
  );
}
