// The words of a route: what they say arrives, and what does not belong together does not compile (`npm run check`).
import { expect, it } from 'vitest';
import { z } from 'zod';
import { startOf } from '#server/http/routing/words.ts';
import type { Ended, Said } from '#server/http/routing/words.ts';

const row = { action: 'update', resource: 'tasks', summary: 'changed a task' };
const about = { url: '/x', summary: 'X', roles: null };
const plain = { ...about, handler: async () => null };
const file = {
  ...about,
  uploads: z.object({}),
  bodyLimit: 1,
  prepare: async () => ({ value: 1, fingerprint: '' }),
  handler: async () => null,
};

function begin() {
  const added: [Ended, Said][] = [];
  return { added, router: startOf((method, said) => added.push([method, said])) };
}

it('says all that its words said, and nothing of the route before it', () => {
  const { added, router } = begin();
  router.audited(row).answeringSecret().limited('export').long().steppedUp().post(plain);
  router.audited(row).writing().get(plain);
  router.unaudited().uploading().steppedUpWhen('For a currency').put(file);
  router.get(plain);
  expect(added).toEqual([
    [
      'POST',
      { audited: row, isSecret: true, costs: 'export', isLong: true, stepUp: { isAlways: true, when: 'Always' } },
    ],
    ['GET', { audited: row, isWriting: true }],
    ['PUT', { audited: null, stepUp: { isAlways: false, when: 'For a currency' } }],
    ['GET', {}],
  ]);
});

it('has no word for what does not belong together', () => {
  const { router } = begin();
  const wrong = () => {
    // @ts-expect-error A write says what the audit trail notes of it.
    router.post(plain);
    // @ts-expect-error What is only read has no row to leave out.
    router.unaudited().get(plain);
    // @ts-expect-error Only a handing out is written down by a read.
    router.writing();
    // @ts-expect-error Only a POST is kept for a repeat.
    router.unaudited().answeringSecret().put(plain);
    // @ts-expect-error A file comes with a write.
    router.audited(row).uploading().get(file);
    // @ts-expect-error A budget is named once.
    router.limited('export').limited('import');
    // @ts-expect-error A confirmation is asked always, or sometimes.
    router.steppedUp().steppedUpWhen('Sometimes');
    // @ts-expect-error A read has no body.
    router.get({ ...plain, body: z.object({}) });
    // @ts-expect-error An upload is read before its transaction.
    router.unaudited().uploading().post(plain);
    // @ts-expect-error Either the route parses the body or its command does.
    router.unaudited().post({ ...plain, body: z.object({}), takes: z.object({}) });
    // @ts-expect-error What was found is what is read on from.
    router.get({ ...about, handler: async () => 1, thenReads: async (found: string) => found });
  };
  expect(wrong).toBeTypeOf('function');
});
