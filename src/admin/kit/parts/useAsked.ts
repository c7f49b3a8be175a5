// What a screen is asked in its address, such as a day, so that it can be shared and comes back.
import { useSearchParams } from 'react-router-dom';

/** The second sets some of it, in the same entry of the browser's history; an empty text asks no more. */
export function useAsked(): [URLSearchParams, (changes: Readonly<Record<string, string>>) => void] {
  const [asked, setAsked] = useSearchParams();
  const set = (changes: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(asked);
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    setAsked(next, { replace: true });
  };
  return [asked, set];
}
