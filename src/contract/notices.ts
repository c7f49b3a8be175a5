// What the bell shows, and what a person chose to be mailed.
import { z } from 'zod';

export const ownNotice = z.object({
  id: z.string(),
  kind: z.string(),
  text: z.string().describe('The sentence, to be read beside the company’s name.'),
  advice: z.string().nullable().describe('What to do about it.'),
  resource: z.string(),
  record_id: z.string().describe('The record of that resource which it leads to.'),
  client_name: z.string(),
  client_display_name: z.string(),
  created_at: z.string(),
  read_at: z.string().nullable(),
});
export type OwnNotice = z.infer<typeof ownNotice>;

export const ownNotices = z.object({
  notices: z.array(ownNotice).describe('Newest first, of all companies of the account.'),
  has_more: z.boolean().describe('Whether there are older ones: ask with `before`, the id of the last one.'),
  unread: z.number().describe('Counted to a hundred.'),
});
export type OwnNotices = z.infer<typeof ownNotices>;

export const noticePreference = z.object({
  kind: z.string(),
  label: z.string(),
  waits: z.boolean().describe('Mailed with others at most once an hour; otherwise at once.'),
  by_mail: z.boolean(),
});
export type NoticePreference = z.infer<typeof noticePreference>;
