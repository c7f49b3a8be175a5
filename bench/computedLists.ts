// Lists with columns that are computed, of a company with ten thousand certificates and a thousand grants, beside a bare route that
// reads the same 25 rows.
import type { BenchDatabase } from './benchDatabase.ts';
import { givenCompany } from './benchDatabase.ts';
import { generatedPackage } from './generatedPackage.ts';
import { importInto } from './growth.ts';
import { benchListOf25 } from './listOf25.ts';
import { productApp } from './serverProcess.ts';

export const TARGET_COMPUTED = 0.5;
const CERTIFICATES = 10_000;

/** Out: the share of the bare route's rate with which each list is served, prepared statements on both sides. */
export async function benchComputedLists(database: BenchDatabase): Promise<{ shareholders: number; grants: number }> {
  const company = await givenCompany(database, 'computed');
  const app = await productApp(database.appUrl, database.folder);
  await importInto(app, company, await generatedPackage(CERTIFICATES, CERTIFICATES / 10));
  await app.close();
  return {
    shareholders: (await benchListOf25(database, company, CERTIFICATES, 'shareholders')).bare,
    grants: (await benchListOf25(database, company, CERTIFICATES, 'grants')).bare,
  };
}
