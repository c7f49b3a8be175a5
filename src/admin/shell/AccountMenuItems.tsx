// The opened menu of the account.
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useNavigate } from 'react-router-dom';
import { Themed } from '../kit/parts/Themed.tsx';
import { accountPath } from '../kit/paths.ts';

const sections = [
  ['profile', 'Profile'],
  ['sign-in', 'Sign-in and security'],
  ['notifications', 'Notifications'],
] as const;

export default function AccountMenuItems({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <Themed>
      <Menu open anchorEl={anchor} onClose={onClose} transitionDuration={0}>
        {sections.map(([id, label]) => (
          <MenuItem
            key={id}
            onClick={() => {
              onClose();
              void navigate(`${accountPath}#${id}`);
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </Themed>
  );
}
