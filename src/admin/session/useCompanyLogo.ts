// The logo of the company that is open, as an address for an image; null where there is none, and until it has arrived.
import { useQuery } from '@tanstack/react-query';
import { useMe } from './useMe.ts';
import { useConsoleData } from './useRead.ts';

export function useCompanyLogo(): string | null {
  const { memberships, active } = useMe();
  const dataProvider = useConsoleData();
  const logo = memberships.find(({ client_name }) => client_name === active)?.logo ?? null;
  const { data } = useQuery({
    queryKey: ['logo', active, logo],
    enabled: logo !== null,
    retry: false,
    // Another picture has another fingerprint.
    staleTime: Infinity,
    queryFn: async () => {
      try {
        return await addressOf(await dataProvider.download('/api/organization/logo'));
      } catch (error) {
        console.error('Reading the logo failed', error);
        throw error;
      }
    },
  });
  return data ?? null;
}

/** The picture within its address: the browser would request a plain address without the session. */
function addressOf(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture could not be read.')));
    reader.readAsDataURL(picture);
  });
}
