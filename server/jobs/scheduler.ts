// Periodic work, done by one of the serving processes: removes expired rows, and files without a document. Each process also
// reports here that it is running.
import { removeAbandonedFiles } from '../commands/core/files.ts';
import type { Deps } from '../deps.ts';

type Needs = Pick<Deps, 'db' | 'files' | 'config' | 'log' | 'newId'>;
const TICK_MS = 20_000;
const PURGE_SECONDS = 600;
const FILES_SECONDS = 60;

export interface Scheduler {
  stop(): Promise<void>;
}

/** Jobs that are due and not taken by another process. */
export async function runDueJobs({ db, files, config }: Pick<Needs, 'db' | 'files' | 'config'>): Promise<void> {
  const isDue = async (task: string, seconds: number) =>
    (await db.system((tx) => tx.row<{ mine: boolean }>('select claim_scheduled_run($1, $2) as mine', [task, seconds])))!
      .mine;
  if (await isDue('purge', PURGE_SECONDS))
    await db.system(async (tx) => {
      await tx.takeTime();
      await tx.rows('select purge_what_has_passed($1, $2)', [config.sessionIdleSeconds, config.sessionMaxSeconds]);
    });
  if (await isDue('abandoned files', FILES_SECONDS)) await removeAbandonedFiles({ db, files });
}

/**
 * In: the id of DATA_DIR. Logs a warning if another process uses the same database and one of them keeps files on its
 * own disk.
 */
export async function startScheduler(needs: Needs, place: string, say: (line: string) => void): Promise<Scheduler> {
  const { db, config, log } = needs;
  const id = needs.newId();
  const { driver } = config.files;
  let isSaid = false;
  const live = async (begins = false) => {
    const beside = await db.system((tx) =>
      tx.row<{ others: number; on_disk: number }>('select * from touch_server_process($1, $2, $3, $4)', [
        id,
        place,
        driver,
        begins,
      ]),
    );
    const { others, on_disk } = beside!;
    if (isSaid || others === 0 || (driver !== 'disk' && on_disk === 0)) return;
    isSaid = true;
    say(
      'Another Sharebook uses this database, but files are kept on a disk that only one of them can read, so documents will be missing. Set FILES_DRIVER=s3 for both.',
    );
  };
  await live(true);
  if (config.payoutHttp !== null) await db.system((tx) => tx.rows('select resume_handovers()'));
  let current: Promise<void> | null = null;
  const tick = () => {
    current ??= live()
      .then(() => runDueJobs(needs))
      .catch((error: unknown) => log.error('Scheduled work failed.', { reason: (error as Error).message }))
      .finally(() => (current = null));
  };
  const timer = setInterval(tick, TICK_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await current;
      await db.system((tx) => tx.rows('select end_server_process($1)', [id])).catch(() => undefined);
    },
  };
}
