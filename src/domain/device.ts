// What kind of browser and system a user agent names, in words. Only for people to recognise their own devices by.
import { say } from '../words/say.ts';

/** The first match counts: Edge and Opera also name Chrome, and every one of them names Safari, which alone names its version so. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bHeadlessChrome\//, say`Headless Chrome`],
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOP(?:R|T|X|iOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, say`Samsung Internet`],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:DuckDuckGo|Ddg)\//, 'DuckDuckGo'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\bChromium\//, 'Chromium'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bEpiphany\//, 'Web'],
  [/\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\//, 'Safari'],
];
/** iPhones and Android phones come first: their user agents also name Mac OS X or Linux. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
];

/** "Chrome on Windows", "Safari on iPhone"; "Another program" when neither is known. */
export function deviceInWords(userAgent: string | null): string {
  const named = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser && system) return say`${browser} on ${system}`;
  return browser ?? system ?? say`Another program`;
}
