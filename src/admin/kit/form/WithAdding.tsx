// Forms within it can add a record that a search did not find.
import { lazy } from 'react';
import type { ReactNode } from 'react';
import { AddFromSearch } from './addFromSearch.ts';
import type { AddFromSearchProps } from './addFromSearch.ts';

const AddInDialog = lazy(() => import('./AddInDialog.tsx'));
const add = (props: AddFromSearchProps) => <AddInDialog {...props} />;

export const WithAdding = ({ children }: { children: ReactNode }) => (
  <AddFromSearch value={add}>{children}</AddFromSearch>
);
