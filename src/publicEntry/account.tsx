// The browser entry of the account screens (AccountApp.tsx). No router, no MUI, no react-admin: its size is budgeted.
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import '../publicStyles/tokens.css';
import '../publicStyles/fonts.css';
import '../publicStyles/base.css';
import '../publicStyles/buttons.css';
import '../publicStyles/controls.css';
import '../publicStyles/shell.css';
import '../publicStyles/forms.css';
import '../publicStyles/choices.css';
import '../publicStyles/passwordStrength.css';
import '../publicStyles/account.css';
import { AccountApp } from './AccountApp.tsx';
import { applyStoredTheme } from './theme.ts';

applyStoredTheme();
const root = document.getElementById('root');
if (!root) throw new Error('account.html lacks #root');
// At once, so that nothing is between the picture of the sign-in (signInPicture.tsx) and the form.
root.inert = false;
flushSync(() => createRoot(root).render(<AccountApp pathname={window.location.pathname} />));
