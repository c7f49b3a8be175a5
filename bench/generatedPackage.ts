// An Open Cap Format package of any size with typical certificates: of a hundred, eight were transferred (each with a result
// and a balance) and four cancelled. The numbers are the same in each run.
import type { OcfObject } from '../src/domain/ledger/core/types.ts';
import yazl from 'yazl';

const money = { amount: '1.25', currency: 'USD' };
const CERTIFICATES_EACH = 20;

/** In: the number of certificates, including results and balances of transfers, and of grants. Out: the zip. */
export function generatedPackage(certificates: number, grants = 0): Promise<Buffer> {
  const holders = Math.max(10, Math.round(certificates / CERTIFICATES_EACH));
  const transactions = transactionsOf(holders, (issued) => issued < certificates);
  return packageOf([...transactions, ...grantsOf(grants, holders)], holders);
}

/** The same number of transactions, for the same number of holders. */
export function packageOfTransactions(transactions: number, holders: number): Promise<Buffer> {
  return packageOf(transactionsOf(holders, (_issued, made) => made < transactions).slice(0, transactions), holders);
}

function packageOf(transactions: OcfObject[], holders: number): Promise<Buffer> {
  return zipOf({
    'Manifest.ocf.json': {
      file_type: 'OCF_MANIFEST_FILE',
      ocf_version: '1.2.0',
      as_of: '2025-06-30',
      generated_at: '2025-07-01T00:00:00Z',
      issuer: {
        object_type: 'ISSUER',
        id: 'issuer',
        legal_name: 'Bench Engines, Inc.',
        formation_date: '2020-01-01',
        country_of_formation: 'US',
        tax_ids: [],
      },
      stock_plans_files: [{ filepath: './StockPlans.ocf.json', md5: '0'.repeat(32) }],
      stock_legend_templates_files: [],
      stock_classes_files: [{ filepath: './StockClasses.ocf.json', md5: '0'.repeat(32) }],
      vesting_terms_files: [],
      valuations_files: [],
      transactions_files: [{ filepath: './Transactions.ocf.json', md5: '0'.repeat(32) }],
      stakeholders_files: [{ filepath: './Stakeholders.ocf.json', md5: '0'.repeat(32) }],
    },
    'StockClasses.ocf.json': { file_type: 'OCF_STOCK_CLASSES_FILE', items: ['COMMON', 'PREFERRED'].map(stockClass) },
    'StockPlans.ocf.json': { file_type: 'OCF_STOCK_PLANS_FILE', items: [stockPlan] },
    'Stakeholders.ocf.json': {
      file_type: 'OCF_STAKEHOLDERS_FILE',
      items: Array.from({ length: holders }, (_, n) => ({
        object_type: 'STAKEHOLDER',
        id: `holder-${n}`,
        name: { legal_name: `Holder ${n}`, first_name: 'Holder', last_name: `${n}` },
        stakeholder_type: 'INDIVIDUAL',
      })),
    },
    'Transactions.ocf.json': { file_type: 'OCF_TRANSACTIONS_FILE', items: transactions },
  });
}

const stockClass = (class_type: string) => ({
  object_type: 'STOCK_CLASS',
  id: class_type.toLowerCase(),
  name: `${class_type} stock`,
  class_type,
  default_id_prefix: `${class_type.slice(0, 1)}-`,
  initial_shares_authorized: '100000000000',
  votes_per_share: '1',
  seniority: '1',
});

const stockPlan = {
  object_type: 'STOCK_PLAN',
  id: 'plan',
  plan_name: '2021 Plan',
  initial_shares_reserved: '100000000',
  stock_class_ids: ['common'],
};

/** Options that vest on four days, a year apart. */
const grantsOf = (count: number, holders: number): OcfObject[] =>
  Array.from({ length: count }, (_, n) => ({
    object_type: 'TX_EQUITY_COMPENSATION_ISSUANCE',
    id: `grant-${n}`,
    date: dayOf(n % 1500),
    security_id: `option-${n}`,
    custom_id: `ES-${n}`,
    stakeholder_id: `holder-${n % holders}`,
    security_law_exemptions: [],
    stock_plan_id: stockPlan.id,
    stock_class_id: 'common',
    compensation_type: 'OPTION_ISO',
    quantity: '4000',
    exercise_price: money,
    expiration_date: dayOf((n % 1500) + 3650),
    termination_exercise_windows: [],
    vestings: [1, 2, 3, 4].map((year) => ({ date: dayOf((n % 1500) + 365 * year), amount: '1000' })),
  }));

function transactionsOf(holders: number, goesOn: (issued: number, made: number) => boolean): OcfObject[] {
  const made: OcfObject[] = [];
  let issued = 0;
  const issue = (holder: number, quantity: number, day: number, stockClassId: string): string => {
    const n = (issued += 1);
    made.push({
      object_type: 'TX_STOCK_ISSUANCE',
      id: `issuance-${n}`,
      date: dayOf(day),
      security_id: `security-${n}`,
      custom_id: `CS-${n}`,
      stakeholder_id: `holder-${holder % holders}`,
      security_law_exemptions: [],
      stock_class_id: stockClassId,
      share_price: money,
      quantity: String(quantity),
      stock_legend_ids: [],
    });
    return `security-${n}`;
  };
  for (let n = 0; goesOn(issued, made.length); n += 1) {
    const [day, quantity, stockClassId] = [n % 1500, 1000 + (n % 9000), n % 4 === 0 ? 'preferred' : 'common'];
    const security = issue(n, quantity, day, stockClassId);
    const after = { security_id: security, date: dayOf(day + 30) };
    if (n % 21 === 5)
      made.push({
        object_type: 'TX_STOCK_CANCELLATION',
        id: `cancellation-${n}`,
        ...after,
        quantity: String(quantity),
        reason_text: 'Issued in error',
      });
    else if (n % 10 === 0 && goesOn(issued + 1, made.length + 2))
      made.push({
        object_type: 'TX_STOCK_TRANSFER',
        id: `transfer-${n}`,
        ...after,
        quantity: '400',
        resulting_security_ids: [issue(n + 1, 400, day + 30, stockClassId)],
        balance_security_id: issue(n, quantity - 400, day + 30, stockClassId),
      });
  }
  return made;
}

const dayOf = (day: number) => new Date(Date.UTC(2021, 0, 1 + day)).toISOString().slice(0, 10);

async function zipOf(files: Record<string, unknown>): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(JSON.stringify(content)), name);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
