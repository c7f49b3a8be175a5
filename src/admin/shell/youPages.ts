// Everybody's own pages, whatever they may do in the company.
import { say } from '#src/words/say.ts';
import { youPath } from '../paths.ts';
import { page } from './menuEntries.ts';

export const you = [
  page('profile', say`Profile`, youPath()),
  page('security', say`Sign-in and security`, youPath('security')),
  page('notifications', say`Notifications`, youPath('notifications')),
];
