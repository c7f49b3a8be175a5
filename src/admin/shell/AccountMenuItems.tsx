// The opened menu of the account.
import { say } from '#src/words/say.ts';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useLogout } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { Themed } from '../kit/parts/Themed.tsx';
import { leave } from './leave.ts';
import { chooseTheme, useThemeMode } from './themeMode.ts';
import { you } from './youPages.ts';

export default function AccountMenuItems({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const navigate = useNavigate();
  const logout = useLogout();
  const other = useThemeMode() === 'dark' ? 'light' : 'dark';
  const choose = (act: () => unknown) => () => {
    onClose();
    void act();
  };
  return (
    <Themed>
      <Menu open anchorEl={anchor} onClose={onClose} transitionDuration={0}>
        {you.map(({ name, label, to }) => (
          <MenuItem key={name} onClick={choose(() => navigate(to))}>
            {label}
          </MenuItem>
        ))}
        <MenuItem onClick={choose(() => chooseTheme(other))}>
          {other === 'dark' ? say`Dark theme` : say`Light theme`}
        </MenuItem>
        <MenuItem onClick={choose(() => leave(logout))}>{say`Sign out`}</MenuItem>
      </Menu>
    </Themed>
  );
}
