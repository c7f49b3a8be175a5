// The part of the message definition of pain.001.001.09 that a credit transfer uses: for each element its children in their order,
// with how often each may occur, and the form of each text. What is not named here is not allowed, which is stricter than the schema.

interface Element {
  name: string;
  attributes: string;
  children: Element[];
  text: string;
}

/** "child?" may be missing, "child+" occurs once or more, "a|b" is one of the two. */
const SEQUENCES: Record<string, string> = {
  Document: 'CstmrCdtTrfInitn',
  CstmrCdtTrfInitn: 'GrpHdr PmtInf+',
  GrpHdr: 'MsgId CreDtTm NbOfTxs CtrlSum? InitgPty',
  InitgPty: 'Nm?',
  PmtInf: 'PmtInfId PmtMtd BtchBookg? NbOfTxs? CtrlSum? ReqdExctnDt Dbtr DbtrAcct DbtrAgt ChrgBr? CdtTrfTxInf+',
  ReqdExctnDt: 'Dt|DtTm',
  Dbtr: 'Nm?',
  Cdtr: 'Nm?',
  DbtrAcct: 'AcctId Tp? Ccy?',
  CdtrAcct: 'AcctId Tp? Ccy?',
  AcctId: 'IBAN|Othr',
  Tp: 'Cd',
  Othr: 'OthrId',
  DbtrAgt: 'FinInstnId',
  CdtrAgt: 'FinInstnId',
  FinInstnId: 'BICFI? ClrSysMmbId? Othr?',
  ClrSysMmbId: 'ClrSysId? MmbId',
  ClrSysId: 'Cd',
  CdtTrfTxInf: 'PmtId Amt ChrgBr? CdtrAgt? Cdtr? CdtrAcct? RmtInf?',
  PmtId: 'InstrId? EndToEndId',
  Amt: 'InstdAmt',
  RmtInf: 'Ustrd+',
};
const text = (max: number) => new RegExp(`^[A-Za-z0-9/\\-?:().,'+ ]{1,${max}}$`);
const TEXTS: Record<string, RegExp> = {
  MsgId: text(35),
  PmtInfId: text(35),
  EndToEndId: text(35),
  CreDtTm: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/,
  NbOfTxs: /^\d{1,15}$/,
  CtrlSum: /^(?=.{1,19}$)\d+(\.\d{1,17})?$/,
  Nm: text(140),
  PmtMtd: /^(CHK|TRF|TRA)$/,
  Dt: /^\d{4}-\d\d-\d\d$/,
  IBAN: /^[A-Z]{2}\d{2}[a-zA-Z0-9]{1,30}$/,
  OthrId: text(34),
  Ccy: /^[A-Z]{3}$/,
  Cd: /^[A-Z]{4,5}$/,
  BICFI: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
  MmbId: text(35),
  InstdAmt: /^(?=.{1,19}$)\d+(\.\d{1,5})?$/,
  Ustrd: text(140),
};
/** `Id` is of an account or of another scheme, by the element that holds it. */
const renamed = (name: string, parent: string) => (name === 'Id' ? (parent === 'Othr' ? 'OthrId' : 'AcctId') : name);

/** Everything that is not as the definition has it. */
export function faultsOf(xml: string): string[] {
  const [declaration, body] = [xml.slice(0, 38), xml.slice(38)];
  const faults = declaration === '<?xml version="1.0" encoding="UTF-8"?>' ? [] : ['the declaration'];
  const root = treeOf(body);
  if (root.attributes !== ' xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"') faults.push('the namespace');
  return [...faults, ...elementFaults(root, true)];
}

function elementFaults({ name, attributes, children, text: content }: Element, isRoot = false): string[] {
  const sequence = SEQUENCES[name];
  const faults: string[] = [];
  if (!isRoot && (name === 'InstdAmt') !== /^ Ccy="[A-Z]{3}"$/.test(attributes)) faults.push(`attributes of ${name}`);
  if (sequence === undefined) {
    const form = TEXTS[name];
    if (!form) return [`${name} is not known`];
    return children.length > 0 || !form.test(content) ? [...faults, `${name}: ${content}`] : faults;
  }
  if (content.trim() !== '') faults.push(`text in ${name}`);
  const pattern = sequence
    .split(' ')
    .map((each) => {
      const [, names = '', often = ''] = /^([A-Za-z|]+)([?+]?)$/.exec(each)!;
      return `(?:(?:${names}) )${often}`;
    })
    .join('');
  const found = children.map((child) => `${child.name} `).join('');
  if (!new RegExp(`^${pattern}$`).test(found)) faults.push(`${name} has ${found}`);
  return [...faults, ...children.flatMap((child) => elementFaults(child))];
}

/** The elements of well-formed XML without comments, sections or empty elements. Throws for anything else. */
function treeOf(xml: string): Element {
  const top: Element = { name: '', attributes: '', children: [], text: '' };
  const open = [top];
  let at = 0;
  for (const match of xml.matchAll(/<(\/?)([A-Za-z0-9]+)((?: [A-Za-z:]+="[^"<&]*")*)>/g)) {
    const parent = open.at(-1)!;
    parent.text += xml.slice(at, match.index);
    at = match.index + match[0].length;
    const name = match[2]!;
    if (match[1] === '') {
      const element = { name: renamed(name, parent.name), attributes: match[3]!, children: [], text: '' };
      parent.children.push(element);
      open.push(element);
    } else if (renamed(name, open.at(-2)!.name) !== open.pop()!.name) throw new Error(`${name} closes another element`);
  }
  top.text += xml.slice(at);
  if (open.length > 1 || top.children.length !== 1 || /[<&]/.test(xml.replace(/<[^<>]*>/g, '')))
    throw new Error('The XML is not well-formed');
  return top.children[0]!;
}
