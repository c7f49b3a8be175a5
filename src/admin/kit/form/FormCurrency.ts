// The currency of a form's money, where it differs from the record's and the company's.
import { createContext } from 'react';

export const FormCurrency = createContext<unknown>(undefined);
