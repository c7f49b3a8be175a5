// The package that the journey test imports: Acme Holdings where the shared material is available, else a similar one.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ZipFile } from 'yazl';

export interface SamplePackage {
  bytes: Buffer;
  /** A pattern for one of its findings, and totals of outstanding stock on some days. */
  expected: { finding: RegExp; totals: { date: string; total: string }[] };
}

const ACME = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  'shared',
  'ocf',
  'sample_ocf_folders',
  'acme_holdings_limited',
);

export async function samplePackage(): Promise<SamplePackage> {
  if (existsSync(ACME)) {
    const files = Object.fromEntries(readdirSync(ACME).map((name) => [name, readFileSync(join(ACME, name), 'utf8')]));
    const totals = [
      { date: '2022-01-01', total: '1,000,000' },
      { date: '2022-06-30', total: '830,000' },
      { date: '2023-01-15', total: '165,000' },
      { date: '2023-06-15', total: '210,000' },
    ];
    return { bytes: await zipOf(files), expected: { finding: /stock_plan_01/, totals } };
  }
  console.log('The shared material is missing, so the journey imports a package of its own.');
  return {
    bytes: await zipOf(ownFiles()),
    expected: {
      finding: /md5|fingerprint/i,
      totals: [
        { date: '2022-01-01', total: '1,000' },
        { date: '2022-06-15', total: '600' },
      ],
    },
  };
}

function ownFiles(): Record<string, string> {
  const list = (filepath: string) => [{ filepath, md5: '0'.repeat(32) }];
  const issue = (id: string, security_id: string, custom_id: string, date: string, quantity: string) => ({
    object_type: 'TX_STOCK_ISSUANCE',
    id,
    date,
    security_id,
    custom_id,
    stakeholder_id: 'fiona',
    stock_class_id: 'ordinary',
    quantity,
    share_price: { amount: '1', currency: 'USD' },
    security_law_exemptions: [],
    stock_legend_ids: [],
  });
  return {
    'Manifest.ocf.json': JSON.stringify({
      ocf_version: '1.2.0',
      file_type: 'OCF_MANIFEST_FILE',
      as_of: '2023-01-01',
      generated_at: '2023-01-01T00:00:00Z',
      issuer: {
        object_type: 'ISSUER',
        id: 'issuer',
        legal_name: 'Own Package Limited',
        formation_date: '2021-01-01',
        country_of_formation: 'US',
      },
      stakeholders_files: list('Stakeholders.ocf.json'),
      stock_classes_files: list('StockClasses.ocf.json'),
      transactions_files: list('Transactions.ocf.json'),
      stock_plans_files: [],
      stock_legend_templates_files: [],
      valuations_files: [],
      vesting_terms_files: [],
    }),
    'Stakeholders.ocf.json': JSON.stringify({
      file_type: 'OCF_STAKEHOLDERS_FILE',
      items: [
        {
          object_type: 'STAKEHOLDER',
          id: 'fiona',
          name: { legal_name: 'Fiona Founder' },
          stakeholder_type: 'INDIVIDUAL',
        },
      ],
    }),
    'StockClasses.ocf.json': JSON.stringify({
      file_type: 'OCF_STOCK_CLASSES_FILE',
      items: [
        {
          object_type: 'STOCK_CLASS',
          id: 'ordinary',
          name: 'Ordinary',
          class_type: 'COMMON',
          default_id_prefix: 'OR-',
          initial_shares_authorized: '5000',
          votes_per_share: '1',
          seniority: '1',
        },
      ],
    }),
    'Transactions.ocf.json': JSON.stringify({
      file_type: 'OCF_TRANSACTIONS_FILE',
      items: [
        issue('i1', 's1', 'OR-1', '2022-01-01', '1000'),
        {
          object_type: 'TX_STOCK_CANCELLATION',
          id: 'c1',
          date: '2022-06-15',
          security_id: 's1',
          quantity: '400',
          balance_security_id: 's2',
          reason_text: 'Returned',
        },
        issue('i2', 's2', 'OR-2', '2022-06-15', '600'),
      ],
    }),
  };
}

export function zipOf(files: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    zip.outputStream
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject);
  });
}
