import { say } from '../words/say.ts';
import { shownEmail } from '../domain/shownEmail.ts';
import { defineResource } from './kit/defineResource.ts';
import type { RecordOf } from './kit/defineResource.ts';
import { date, email, id, number, reference, status, text, tone } from './kit/fields.ts';

/** Who sits on the board, and who sat on it: whose consent an approval needs follows from the seats of its day. */
export const boardSeats = defineResource('board-seats', {
  path: '/api/board-seats/',
  label: say`Board`,
  singular: say`board seat`,
  many: say`board seats`,
  about: say`Who sits on the board of directors, since when, and which class elects them.`,
  empty: say`Add a seat for each director. Seats that have ended stay, so that the board of any day is known.`,
  icon: 'members',
  table: 'board_seat',
  source: 'board_seat_view',
  title: 'name',
  fields: {
    id: id(),
    name: text({ required: true, max: 200, search: true, label: say`Name`, help: say`As the minutes name them.` }),
    email: email({ required: true, search: true, label: say`Email` }),
    share_class_id: reference('share-classes', {
      label: say`Elected by`,
      help: say`The class that elects this seat alone. Leave empty for all stockholders.`,
      shows: 'share_class',
    }),
    share_class: text({ readOnly: true, label: say`Elected by` }),
    elected_on: date({ required: true, label: say`Elected` }),
    ended_on: date({ label: say`Ended`, help: say`The first day on which they no longer sit.` }),
    status: status({ upcoming: tone('info'), sitting: tone('success'), ended: tone('neutral') }),
    version: number({ required: true, readOnly: true }),
  },
  list: ['name', 'email', 'share_class_id', 'elected_on', 'ended_on', 'status'],
  card: { figure: 'elected_on', details: ['share_class_id', 'ended_on'] },
  filters: ['status', 'share_class_id', 'elected_on'],
  form: [['name', 'email'], ['share_class_id'], ['elected_on', 'ended_on']],
  sort: ['elected_on', 'ASC'],
  thenBy: ['name'],
  createLabel: say`Add Seat`,
  created: say`The seat was added`,
  writes: 'command',
  menu: 'people',
  stepUp: 'always',
  deletion: ({ name, email: address }) => ({
    label: say`Delete`,
    title: say`Delete the seat of ${String(name)}, ${shownEmail(String(address))}?`,
    text: say`Delete only what was entered by mistake. A director who left has a seat with the day on which it ended.`,
    done: say`The seat was deleted`,
  }),
  forHolders: 'nothing',
  access: { administrators: 'all', editors: 'read', readers: 'read', holders: 'none' },
});
export type BoardSeat = RecordOf<typeof boardSeats>;
