// Everybody's own pages, whatever they may do in the company.
import { youPath } from '../kit/paths.ts';
import { page } from './menuEntries.ts';

export const you = [
  page('profile', 'Profile', youPath()),
  page('security', 'Sign-in and security', youPath('security')),
  page('notifications', 'Notifications', youPath('notifications')),
];
