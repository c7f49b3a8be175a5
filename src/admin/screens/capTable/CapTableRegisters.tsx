// The menu of the registers that counsel asks for: the stock ledger in order, and the holders on the day.
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Themed } from '#src/admin/kit/parts/Themed.tsx';
import type { PaperFile } from './capTableRules.ts';
import type { Asked } from './capTableRules.ts';

interface RegistersProps {
  anchor: HTMLElement;
  asked: Asked;
  choose: (file: PaperFile) => void;
  onClose: () => void;
}

const registers = [
  { name: 'stock-ledger', label: 'Stock ledger' },
  { name: 'holder-list', label: 'List of holders by class' },
] as const;
const formats = ['pdf', 'xlsx', 'csv'] as const;

export default function CapTableRegisters({ anchor, asked, choose, onClose }: RegistersProps) {
  return (
    <Themed>
      <Menu open anchorEl={anchor} onClose={onClose} transitionDuration={0}>
        {registers.flatMap(({ name, label }) => [
          <ListSubheader key={name} role="presentation">
            {label}
          </ListSubheader>,
          ...formats.map((format) => (
            <MenuItem
              key={`${name}.${format}`}
              onClick={() => {
                onClose();
                choose({ path: `/api/reports/${name}.${format}`, name: `${name}-${asked.as_of}.${format}` });
              }}
            >
              {label}, {format.toUpperCase()}
            </MenuItem>
          )),
        ])}
      </Menu>
    </Themed>
  );
}
