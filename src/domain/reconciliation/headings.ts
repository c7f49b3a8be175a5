// Which column of a statement holds what, by its heading, in the languages that sheets are read in.
import { cleaned } from '../sheets/values/cells.ts';
import { plainWords } from './bankWords.ts';
import { withoutCurrency } from './currencies.ts';

/** The first of a list that is there counts, except of references, directions, standings and kinds: all of them are read. */
const HEADINGS = {
  date: `booking date,booked date,booked on,posting date,posted date,post date,posted on,transaction date,transaction posted date,txn date,tran date,trans date,date of transaction,entry date,date,day,completed date,completed on,date completed,value date,value dt,effective date,payment date,
    buchungstag,buchungsdatum,datum,transaktionsdatum,wertstellung,valutadatum,wertstellungsdatum,buchung,
    date opération,date de l'opération,date d'opération,date comptable,date de comptabilisation,date de valeur,
    fecha,fecha operación,fecha de operación,fecha contable,fecha valor,fecha movimiento,
    data,data operazione,data contabile,data valuta,data movimento,data mov,data de lançamento,data do movimento,data valor,
    boekdatum,boekingsdatum,transactiedatum,rentedatum`,
  amount: `amount,transaction amount,txn amount,payment amount,amount in account currency,booked amount,net amount,value,sum,total,
    betrag,umsatz,buchungsbetrag,betrag in kontowährung,
    montant,montant de l'opération,montant net,somme,
    importe,importe operación,monto,cantidad,
    importo,ammontare,valor,quantia,montante,
    bedrag,transactiebedrag`,
  out: `debit,debits,debit amount,amount debit,amount debited,debited,debited amount,debit entry,debit value,withdrawal,withdrawals,withdrawal amount,paid out,money out,amount out,out,outgoing,payments out,outflow,spent,dr,dr amount,amount dr,
    soll,sollbetrag,soll betrag,betrag soll,belastung,belastungen,lastschrift,lastschriften,ausgang,ausgänge,ausgaben,zahlungsausgang,auszahlung,auszahlungen,
    débit,débits,montant débit,débit montant,retrait,retraits,sortie,sorties,dépense,dépenses,
    cargo,cargos,débito,débitos,debe,salida,salidas,retiro,retiros,egreso,egresos,importe debe,
    saída,saídas,saques,valor débito,
    dare,importo dare,addebito,addebiti,uscita,uscite,prelievi,
    debet,af,uitgaven,afschrijving,afgeschreven`,
  in: `credit,credits,credit amount,amount credit,amount credited,credited,credited amount,credit entry,credit value,deposit,deposits,deposit amount,paid in,money in,amount in,in,incoming,payments in,inflow,cr,cr amount,amount cr,
    haben,habenbetrag,haben betrag,betrag haben,gutschrift,gutschriften,eingang,eingänge,einnahmen,zahlungseingang,einzahlung,einzahlungen,
    crédit,crédits,montant crédit,crédit montant,dépôt,dépôts,entrée,entrées,recettes,versement,versements,
    abono,abonos,crédito,créditos,haber,ingreso,ingresos,entrada,entradas,importe haber,depósito,depósitos,
    valor crédito,
    avere,importo avere,accredito,accrediti,entrata,entrate,versamenti,
    credit bedrag,bij,inkomsten,bijschrijving,bijgeschreven`,
  currency: `currency,ccy,curr,currency code,transaction currency,account currency,
    währung,buchungswährung,kontowährung,
    devise,monnaie,moneda,divisa,moeda,valuta,muntsoort`,
  direction: `direction,debit credit,credit debit,debit or credit,credit or debit,debit credit indicator,credit debit indicator,debit credit flag,debit credit mark,credit debit flag,debit credit code,dr cr,cr dr,d c,c d,db cr,cr db,dc,cd,drcr,crdr,dc indicator,cd indicator,d c indicator,c d indicator,dc flag,dr cr indicator,cr dr indicator,cdtdbtind,sign,amount sign,in out,out in,flow,money in out,debits credits,credits debits,
    soll haben,haben soll,s h,h s,sh,soll haben kennzeichen,s h kennzeichen,sollhaben,sollhabenkennzeichen,vorzeichen,richtung,zahlungsrichtung,geldrichtung,
    sens,sens de l'opération,débit crédit,crédit débit,signe,
    cargo abono,abono cargo,debe haber,haber debe,d h,signo,sentido,débito crédito,crédito débito,
    sinal,dare avere,avere dare,d a,segno,
    debet credit,credit debet,af bij,bij af,af bij kenmerk,richting,teken`,
  kind: `type,transaction type,txn type,tran type,trans type,transaction kind,kind,entry type,payment type,booking type,transaction category,operation type,movement type,transaction code,
    art,buchungsart,umsatzart,umsatztyp,transaktionsart,zahlungsart,vorgang,typ,
    type d'opération,type de transaction,nature,nature de l'opération,
    tipo,tipo de movimiento,tipo de operación,tipo movimiento,tipo operación,tipo transacción,
    tipo operazione,tipo movimento,tipo de movimento,tipo de transação,
    movement,movements,side,transaction side,entry side,mouvement,bewegung,buchungsseite,seite,strona,movimiento,movimento,beweging,
    soort,mutatiesoort,transactietype,code,indicator,kennzeichen,natureza`,
  standing: `status,state,transaction status,booking status,payment status,entry status,posting status,txn status,current status,stage,
    buchungsstatus,umsatzstatus,zahlungsstatus,zustand,
    statut,état,statut de l'opération,
    estado,estatus,estado de la operación,situación,
    situação,stato,stato operazione,
    boekingsstatus,
    result,outcome,ergebnis,résultat,resultado,esito,uitkomst,disposition`,
  reference: `reference,ref,reference number,ref no,ref number,payment reference,bank reference,transaction reference,customer reference,customer ref,end to end id,endtoendid,end to end reference,end to end,transaction id,txn id,payment id,trace number,trace,
    description,transaction description,long description,full description,details,detail,transaction details,memo,narrative,narration,transaction narration,particulars,transaction particulars,remarks,transaction remarks,remark,remittance information,remittance info,payment details,additional information,addenda,note,notes,message,text,purpose,
    verwendungszweck,zweck,buchungstext,referenz,kundenreferenz,mandatsreferenz,beschreibung,buchungsdetails,umsatztext,mitteilung,bemerkung,
    libellé,libellé de l'opération,libellé opération,référence,référence de l'opération,motif,description de l'opération,détails,communication,informations complémentaires,
    concepto,descripción,detalle,detalles,referencia,observaciones,concepto ampliado,
    descrição,histórico,referência,observações,
    descrizione,descrizione operazione,causale,riferimento,dettagli,note aggiuntive,
    omschrijving,mededelingen,kenmerk,betalingskenmerk,referentie`,
} as const;
export type Holds = keyof typeof HEADINGS;

const KNOWN = new Map<string, { holds: Holds; rank: number }>();
for (const holds of Object.keys(HEADINGS) as Holds[])
  HEADINGS[holds].split(',').forEach((heading, rank) => {
    const plain = plainHeading(heading);
    if (!KNOWN.has(plain)) KNOWN.set(plain, { holds, rank });
  });

/** A currency in a heading, "Amount (USD)", says nothing that the column of currencies would not. */
function plainHeading(text: string): string {
  return plainWords(withoutCurrency(text.replace(/[-_.]/g, ' ')))
    .replace(/\bamt\b/g, 'amount')
    .replace(/(?<=[a-z]) ?\d$|[+\s-]+$/, '')
    .trim();
}

const listed = (list: string) => new Set(list.split(',').map(plainHeading));
const STATUS = listed('status,state,statut,etat,état,estado,estatus,stato,zustand,situação,toestand,tila,stav');
const OF_DAYS = listed('date,datum,fecha,data,day,time,zeit,hora,heure');
/** Columns of yes and no, and what a yes says. */
const FLAGS = {
  booked: listed(
    'booked,cleared,posted,reconciled,settled,completed,complete,executed,confirmed,processed,finalised,finalized,gebucht,verbucht,ausgeführt,abgestimmt,comptabilisé,rapproché,pointé,exécuté,contabilizado,conciliado,ejecutado,contabilizzato,eseguito,riconciliato,geboekt,verwerkt',
  ),
  not_booked: listed(
    'pending,failed,reversal,reversed,cancelled,canceled,void,voided,returned,rejected,declined,on hold,hold,vorgemerkt,ausstehend,storniert,storno,abgelehnt,en attente,annulé,rejeté,pendiente,anulado,rechazado,devuelto,pendente,estornado,in sospeso,annullato,geannuleerd,gestorneerd',
  ),
};

const flagName = (plain: string) => plain.replace(/^(is|was|ist|wurde|est|es|has been) /, '');

/** What a yes below this heading says: "Posted?", "Is pending"; null for another heading. */
export function flagOf(heading: string): keyof typeof FLAGS | null {
  const name = flagName(plainHeading(heading));
  return FLAGS.booked.has(name) ? 'booked' : FLAGS.not_booked.has(name) ? 'not_booked' : null;
}

/** "ACH Status", "Bearbeitungsstatus", "Is pending"; and "Is credit", of which the answer is a direction. */
function ofStanding(plain: string): { holds: Holds; rank: number } | null {
  const tokens = plain.split(' ');
  const isStatus = tokens.some((token) => STATUS.has(token) || token.endsWith('status'));
  if ((isStatus && !tokens.some((token) => OF_DAYS.has(token))) || flagOf(plain) !== null)
    return { holds: 'standing', rank: 99 };
  const flag = flagName(plain);
  const way = flag === plain ? null : KNOWN.get(flag)?.holds;
  return way === 'in' || way === 'out' ? { holds: 'direction', rank: 99 } : null;
}

/** What a heading says that its column holds; `rank` orders columns of one kind. */
export function contentOf(text: string): { holds: Holds; rank: number } | null {
  const heading = cleaned(text.slice(0, 80));
  if (/^[+\-−/\s]*[+\-−][+\-−/\s]*$/.test(heading)) return { holds: 'direction', rank: 0 };
  if (TWO_LETTERS.test(heading)) return { holds: 'direction', rank: 99 };
  const plain = plainHeading(heading);
  const known = KNOWN.get(plain);
  if (known) return known;
  // Both marks behind it say that its figures have one or the other.
  const both = ofBothWays(plain.split(' '));
  if (both) return both;
  const standing = ofStanding(plain);
  if (standing) return standing;
  const marked = KNOWN.get(plain.replace(/ (dr|cr)$/, ''));
  if (marked) return marked;
  // Two names of one thing: "Narration / Particulars".
  const parts = heading.split(/[/|]/).map((part) => KNOWN.get(plainHeading(part)));
  const [first] = parts;
  if (parts.length > 1 && first && parts.every((part) => part?.holds === first.holds)) return first;
  return null;
}

const WAYS = [
  'debit,debits,dr,db,d,soll,s,debito,cargo,debe,dare,debet,af,out,withdrawal,withdrawals,outgoing,paid,sortie,salida,ausgang,winien,borc',
  'credit,credits,cr,c,haben,h,credito,abono,haber,avere,bij,in,kredit,deposit,deposits,incoming,received,entree,entrada,eingang,ma,alacak',
].map((list) => new Set(list.split(',')));
/** "D/W", "Z/A", and the two signs of Chinese and Japanese books. */
const TWO_LETTERS = /^(?!y ?\/ ?n$|j ?\/ ?n$|n ?\/ ?a$|c ?\/ ?o$)\p{L} ?[/|] ?\p{L}$|借.*[贷貸]|[贷貸].*借/iu;

/** "Transaction Dr/Cr" names both directions, and "Amount (Dr/Cr)" is a figure that says which. */
function ofBothWays(tokens: readonly string[]): { holds: Holds; rank: number } | null {
  if (!WAYS.every((way) => tokens.some((token) => way.has(token)))) return null;
  const isFigure = tokens.some((token) => KNOWN.get(token)?.holds === 'amount');
  return { holds: isFigure ? 'amount' : 'direction', rank: 99 };
}

const BALANCE = /\b(balance|saldo|solde|kontostand)\b/;

/** What stands behind a balance speaks of the balance. */
export const isBalance = (text: string): boolean => BALANCE.test(plainWords(text));
