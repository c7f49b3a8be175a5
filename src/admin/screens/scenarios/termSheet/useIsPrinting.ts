// Whether the page is being printed.
import { useSyncExternalStore } from 'react';

let isPrinting = false;

function subscribe(tell: () => void): () => void {
  const begin = () => {
    isPrinting = true;
    tell();
  };
  const end = () => {
    isPrinting = false;
    tell();
  };
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
    isPrinting = false;
  };
}

export const useIsPrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting);
