// What the names of files are compared with: the company's own name, its holders, its securities and their numbers, its classes,
// and the fingerprints of the documents that are filed.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RaRecord } from 'react-admin';
import { companyNames } from '#src/domain/documents/matchFile.ts';
import type { NamedHolder } from '#src/domain/documents/holderNames.ts';
import type { NumberedSecurity, SecurityKind } from '#src/domain/documents/securityNumbers.ts';
import type { ConsoleDataProvider } from '#src/dataProvider.ts';
import { newKey } from '#src/httpClient.ts';
import type { Organization } from '#src/resources/organization.ts';
import { headNamed } from '#src/resources/heads/headNamed.ts';
import { useConsoleData } from '#src/admin/session/useRead.ts';
import type { FiledDocument } from './sameBytes.ts';

const KINDS: Record<SecurityKind, string> = {
  certificate: 'certificates',
  grant: 'grants',
  convertible: 'convertibles',
  warrant: 'warrants',
};
const PER_PAGE = 1000;

export type Company = Awaited<ReturnType<typeof readCompany>>;

export function useCompanyNames() {
  const data = useConsoleData();
  // Read anew each time the dialog opens: what was filed meanwhile counts.
  const [opening] = useState(newKey);
  return useQuery({
    queryKey: ['names for files', opening],
    retry: false,
    gcTime: 0,
    queryFn: async () => {
      try {
        return await readCompany(data);
      } catch (error) {
        console.error('The names for files could not be read', error);
        throw error;
      }
    },
  });
}

async function readCompany(data: ConsoleDataProvider) {
  const holders = (await readAll(data, 'shareholders')) as unknown as NamedHolder[];
  const securities: NumberedSecurity[] = [];
  for (const [kind, resource] of Object.entries(KINDS) as [SecurityKind, string][]) {
    const { title } = headNamed(resource);
    for (const row of await readAll<RaRecord<string> & { shareholder_id: string }>(data, resource))
      securities.push({
        id: row.id,
        kind,
        number: String(row[title] ?? ''),
        shareholder_id: row.shareholder_id,
      });
  }
  const classes = (await readAll(data, 'share-classes')).map(({ id, name }) => ({
    id: String(id),
    name: String(name),
  }));
  const filed = (await readAll(data, 'documents')) as unknown as FiledDocument[];
  const holderNames = new Map(holders.map(({ id, name }) => [id, name]));
  const byId = new Map(securities.map((security) => [security.id, security]));
  const { client_display_name, legal_name } = await data.read<Organization>('/api/organization');
  const names = companyNames(holders, securities, client_display_name, legal_name ?? '');
  return { holders, securities, classes, filed, names, holderNames, byId };
}

async function readAll<R extends RaRecord = RaRecord>(data: ConsoleDataProvider, resource: string): Promise<R[]> {
  const rows: R[] = [];
  for (let page = 1; ; page += 1) {
    const part = await data.getList<R>(resource, {
      filter: {},
      pagination: { page, perPage: PER_PAGE },
      sort: { field: 'id', order: 'ASC' },
    });
    rows.push(...part.data);
    if (part.data.length === 0 || rows.length >= (part.total ?? 0)) return rows;
  }
}
