// The language of this code. A build in another language replaces this file (scripts/inLanguage.ts).
export const LOCALE: string = 'en';
