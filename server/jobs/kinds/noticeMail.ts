// The mail of one or several notices, as text and as HTML from the same content. Everything that people entered is escaped,
// and stays in its line.
import { say } from '#src/words/say.ts';
import { readersLocale } from '#src/words/reader.ts';
import { escapedMarkup } from '#src/domain/escapedMarkup.ts';
import { plural } from '#src/domain/plural.ts';
import { inOneLine, nameInMail } from '#server/data/queue/messages.ts';

export interface MailedNotice {
  company: string;
  text: string;
  /** In place of the text, where a subject must not repeat it. */
  subject: string | null;
  advice: string | null;
  url: string;
}

/** More are only counted. */
const SHOWN_MAX = 50;

interface Links {
  all: string;
  settings: string;
  unsubscribe: string;
}

export interface NoticeMail {
  subject: string;
  text: string;
  html: string;
}

const SUBJECT_MAX = 160;
const footWords = () => say`You get this mail because of your Sharebook account.`;

/** In: the notices, those of a company beside one another. */
export function noticeMail(notices: readonly MailedNotice[], links: Links): NoticeMail {
  const more = notices.length - SHOWN_MAX;
  const inLines = notices.slice(0, SHOWN_MAX).map((notice) => ({
    ...notice,
    company: nameInMail(notice.company),
    text: inOneLine(notice.text),
  }));
  const sections = [...Map.groupBy(inLines, ({ company }) => company)];
  const stop = notices.length === 1 ? say`Stop mails of this kind` : say`Stop mails of these kinds`;
  const foot = [
    ...(more > 0 ? [{ words: say`And ${plural(more, say`more notice`, say`more notices`)}`, url: links.all }] : []),
    { words: say`Choose which mails you get`, url: links.settings },
    { words: stop, url: links.unsubscribe },
  ];
  const subject = subjectOf(sections, notices.length);
  return { subject, text: asText(sections, foot), html: asHtml(subject, sections, foot) };
}

type Sections = readonly (readonly [company: string, notices: readonly MailedNotice[]])[];
type Foot = readonly { words: string; url: string }[];

function subjectOf(sections: Sections, total: number): string {
  const [company, [first]] = sections[0]!;
  if (total === 1) return shortened(`${company}: ${first!.subject ?? first!.text}`);
  const count = plural(total, say`notice`, say`notices`);
  return sections.length === 1
    ? shortened(`${company}: ${count}`)
    : say`${count} from ${plural(sections.length, say`company`, say`companies`)}`;
}

const shortened = (text: string) => {
  const characters = [...text];
  return characters.length > SUBJECT_MAX ? `${characters.slice(0, SUBJECT_MAX - 1).join('')}…` : text;
};

function asText(sections: Sections, foot: Foot): string {
  const items = sections.map(([company, notices]) => {
    const lines = notices.map(({ text, advice, url }) => [text, ...(advice ? [advice] : []), url].join('\n'));
    return [company, ...lines].join('\n\n');
  });
  const links = foot.map(({ words, url }) => `${words}: ${url}`);
  return `${items.join('\n\n\n')}\n\n-- \n${[footWords(), ...links].join('\n')}\n`;
}

const FONT = 'font-family:Inter,Helvetica,Arial,sans-serif';
const link = (url: string, words: string, style: string) =>
  `<a href="${escapedMarkup(url)}" style="${style}">${escapedMarkup(words)}</a>`;

function asHtml(subject: string, sections: Sections, foot: Foot): string {
  const items = sections.map(([company, notices]) => {
    const paragraphs = notices.map(
      ({ text, advice, url }) => `<div style="padding:12px 0;border-top:1px solid #d9dee4">
<p style="margin:0;font-size:15px;line-height:22px">${escapedMarkup(text)}</p>
${advice ? `<p style="margin:4px 0 0;font-size:14px;line-height:20px;color:#57606a">${escapedMarkup(advice)}</p>\n` : ''}<p style="margin:8px 0 0;font-size:14px;line-height:20px">${link(url, say`Open it in Sharebook`, 'color:#0b57d0')}</p>
</div>`,
    );
    return `<h1 style="margin:0 0 12px;font-size:17px;line-height:24px">${escapedMarkup(company)}</h1>\n${paragraphs.join('\n')}`;
  });
  const links = foot.map(({ words, url }) => link(url, words, 'color:#57606a'));
  return `<!doctype html>
<html lang="${readersLocale()}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapedMarkup(subject)}</title></head>
<body style="margin:0;padding:24px 16px;background:#ffffff;color:#1f2328;${FONT}">
<div style="max-width:560px;margin:0 auto">
${items.join('\n<div style="height:24px"></div>\n')}
<p style="margin:24px 0 0;padding-top:12px;border-top:1px solid #d9dee4;font-size:12px;line-height:18px;color:#57606a">${footWords()}<br>${links.join('<br>')}</p>
</div>
</body>
</html>
`;
}
