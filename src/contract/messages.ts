// Files that go with messages, and who has read a message.
import { z } from 'zod';

export const messageFile = z.object({
  id: z.string(),
  name: z.string(),
  content_type: z.string(),
  file_size: z.int(),
});
export type MessageFile = z.infer<typeof messageFile>;

/** Who of a message's addressees has read it. */
export const messageReaders = z.array(
  z.object({ shareholder_id: z.string(), name: z.string(), read_at: z.string().nullable() }),
);
export type MessageReader = z.infer<typeof messageReaders>[number];

/** Of an upload for a message that is not sent yet. */
export const uploadedFile = messageFile.extend({
  expires_at: z.string().describe('Until then a message can be sent with it; then it is removed.'),
});
