// The currency of the money that a form asks for, where that is neither its record's nor the company's.
import { createContext } from 'react';

export const FormCurrency = createContext<unknown>(undefined);
