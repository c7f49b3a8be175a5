// The files of a message that is being written. What a form keeps of them survives a reload, as they are uploaded already.
import { say } from '#src/words/say.ts';
import type { MessageFile } from '#src/contract/messages.ts';
import { limits } from '#src/resources/kit/limits.ts';

export const FILES_MAX = limits.messageFiles;

/** `id` null: it is still being uploaded. */
export interface ChosenFile extends Pick<MessageFile, 'name' | 'file_size'> {
  key: string;
  id: string | null;
}

export const chosenOf = (value: unknown): ChosenFile[] => (Array.isArray(value) ? (value as ChosenFile[]) : []);

/** `file_ids` of the message; nothing without files. */
export const fileIdsOf = (value: unknown): { file_ids?: string[] } => {
  const ids = chosenOf(value).flatMap(({ id }) => id ?? []);
  return ids.length > 0 ? { file_ids: ids } : {};
};

/** Why a message cannot be sent yet. */
export const waitsForFiles = (value: unknown): string | null =>
  chosenOf(value).some(({ id }) => id === null) ? say`Wait until every file is uploaded.` : null;
