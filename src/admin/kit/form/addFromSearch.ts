// What adds a record that a search did not find. WithAdding gives it, because it is a form itself, which may have such a search.
import { createContext } from 'react';
import type { ReactNode } from 'react';

export interface AddFromSearchProps {
  /** The resource's name. */
  to: string;
  /** What was typed in the search. */
  typed: string;
  onAdded: (record: { id: string }) => void;
  onClose: () => void;
}

export const AddFromSearch = createContext<((props: AddFromSearchProps) => ReactNode) | null>(null);
