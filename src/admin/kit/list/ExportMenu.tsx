// The opened menu of Export: exactly what is filtered, in its order; the columns shown, or every field that one may read.
import { say } from '#src/words/say.ts';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useListContext } from 'react-admin';
import { datedUrl } from '#src/dataProvider.ts';
import { exportFileName, exportFormats } from '#src/resources/kit/csv.ts';
import type { ExportFormat } from '#src/resources/kit/csv.ts';
import type { Resource } from '#src/resources/kit/defineResource.ts';
import { useMe } from '#src/admin/session/useMe.ts';
import { today } from '../format.ts';
import { Themed } from '../parts/Themed.tsx';
import { useDownload } from '../parts/useDownload.ts';

interface ExportMenuProps {
  resource: Resource;
  anchor: HTMLElement;
  onClose: () => void;
}

export default function ExportMenu({ resource, anchor, onClose }: ExportMenuProps) {
  const { sort, filterValues } = useListContext();
  const { user } = useMe();
  const { download, isBusy } = useDownload();
  const exportAs = async (format: ExportFormat, isWhole: boolean) => {
    const query = new URLSearchParams({
      sort: JSON.stringify([sort.field, sort.order]),
      filter: JSON.stringify(filterValues ?? {}),
      ...(!isWhole && { columns: JSON.stringify(resource.list) }),
    });
    const path = datedUrl(`${resource.path.replace(/\/?$/, '/')}export.${format}?${query.toString()}`);
    // Exports the figures as of the chosen day.
    const day = String(filterValues?.as_of ?? today());
    await download(path, exportFileName(user.client_name, resource, day, format), say`The export failed.`);
    onClose();
  };
  return (
    <Themed>
      <Menu open anchorEl={anchor} onClose={onClose} transitionDuration={0}>
        {[false, true].flatMap((isWhole) =>
          exportFormats.map((format) => (
            <MenuItem key={`${format} ${isWhole}`} disabled={isBusy} onClick={() => void exportAs(format, isWhole)}>
              {format.toUpperCase()}, {isWhole ? say`every field` : say`the columns shown`}
            </MenuItem>
          )),
        )}
      </Menu>
    </Themed>
  );
}
