import { useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';

/** Copies one date into the other as long as both are the same. */
export function useFollowing(follower: string, leader: string, led: unknown): void {
  const { getValues, setValue } = useFormContext();
  const before = useRef(led);
  useEffect(() => {
    const was = before.current;
    before.current = led;
    if (was !== led && getValues(leader) === led && getValues(follower) === was) setValue(follower, led);
  }, [follower, leader, led, getValues, setValue]);
}
