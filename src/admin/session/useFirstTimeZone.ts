// Sets the company's time zone from its owner's browser, until somebody chooses another in Settings.
import { owners } from '#src/resources/kit/access.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { membershipStatus, useMe } from './useMe.ts';
import { useConsoleData } from './useRead.ts';

/** Returns the time zone that this browser has just set, else null. */
export function useFirstTimeZone(): string | null {
  const [zone, setZone] = useState<string | null>(null);
  const { user } = useMe();
  const dataProvider = useConsoleData();
  const queryClient = useQueryClient();
  // The server sends null if none is set; an older stored user lacks the field.
  const isUnset =
    user.time_zone === null && owners.some((role) => role === user.role) && membershipStatus(user) === 'active';
  useEffect(() => {
    if (!isUnset) return;
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    dataProvider.send('POST', '/api/organization/time-zone', { time_zone: timeZone }).then(
      () => {
        setZone(timeZone);
        return queryClient.invalidateQueries();
      },
      (error: unknown) => console.error('Setting the time zone failed', error),
    );
  }, [isUnset, dataProvider, queryClient]);
  return zone;
}
