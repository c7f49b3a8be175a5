// What banks call the direction and the standing of a booking, in the languages that headings are read in. A word that is not here
// says nothing: whoever reads it asks.

export type Direction = 'out' | 'in';

/** Compared without case, accents, punctuation and the two ways to write an umlaut. Signs stay. */
export const plainWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/([aou])e/g, '$1')
    .replace(/[−–—]/g, '-')
    .replace(/[^\p{L}\p{N}+-]+|(?<=\p{L})-(?=\p{L})/gu, ' ')
    .trim();

const words = (...lists: string[]): Set<string> =>
  new Set(lists.flatMap((list) => list.split(',').map((word) => plainWords(word))));

/** Of one letter, each is a direction in one language alone, or the same in all. */
const LETTERS = { out: words('d,s'), in: words('c,h,e') };
const SHORT = { out: words('dr,db,deb,dbt'), in: words('cr,crd,cdt') };
const OUT = words(
  'debit,debits,dbit,debited,money out,paid out,out,outgoing,outgoing payment,outbound,outflow,withdrawal,withdrawals,sent,payment sent,disbursement,payment out,transfer out,outward',
  'debit entry,minus,-',
  'soll,belastung,ausgang,zahlungsausgang,geldausgang,auszahlung,abgang,ausgabe,sollbuchung,soll (-),s (soll)',
  'débit,débité,sortie,dépense,décaissement,retrait,paiement émis,virement émis',
  'débito,débitos,cargo,cargos,debe,salida,egreso,retiro,pago emitido,adeudo',
  'saída,saídas,saque,pagamento efetuado',
  'dare,addebito,addebiti,uscita,uscite,prelievo,prelevamento',
  'debet,af,afschrijving,uitgaand,uitgaven',
  'wire out,ach out,cash out,pay out,transfer to,outward remittance,überweisungsausgang,ausgehende zahlung,ausgehende überweisung,virement sortant,virement émis en faveur de,transferencia enviada,transferencia emitida,bonifico in uscita',
  'obciążenie,wypłata,rozchód,uttag,utbetalning,ut,udbetaling,hævet,utbetaling,výdej,výdaj,otto,borç,расход,списание,дебет,支出,出金,借方',
);
const IN = words(
  'credit,credits,crdt,credited,money in,paid in,in,incoming,incoming payment,inbound,inflow,deposit,deposits,received,payment received,receipt,payment in,transfer in,inward',
  'credit entry,credit memo,plus,+',
  'haben,gutschrift,eingang,zahlungseingang,geldeingang,einzahlung,zugang,einnahme,habenbuchung,haben (+),h (haben),überweisungsgutschrift',
  'crédit,crédité,entrée,recette,encaissement,dépôt,virement reçu,paiement reçu,avoir',
  'crédito,créditos,abono,abonos,haber,entrada,ingreso,ingresos,depósito,pago recibido',
  'recebido,recebimento,entradas',
  'avere,accredito,accrediti,entrata,entrate,versamento',
  'kredit,bij,bijschrijving,inkomend,ontvangen,ontvangst',
  'wire in,ach in,cash in,pay in,payin,top up,topup,add funds,funds added,transfer from,transfer received,wire received,inward remittance,inward payment,inward transfer,incoming wire,incoming transfer,incoming ach,incoming wire transfer,money received,funds received,cash deposit,direct deposit,mobile deposit,cheque deposit,check deposit',
  'überweisungseingang,eingang überweisung,eingehende zahlung,eingehende überweisung,eingehend,rückgutschrift,gehaltsgutschrift,dauerauftragsgutschrift,echtzeitgutschrift,echtzeitüberweisungsgutschrift,sepa gutschrift,bareinzahlung',
  'virement entrant,virement en votre faveur,virement reçu,versement,versement reçu,remise,remise de chèque,remise de chèques,paiement entrant,encaissé',
  'transferencia recibida,ingreso por transferencia,traspaso a su favor,transferencia a su favor,abono por transferencia,ingreso en efectivo,cobro,cobros',
  'transferência recebida,recebida,bonifico in entrata,bonifico ricevuto,bonifico a vostro favore,bonifico a suo favore,inkomende betaling,inkomende overboeking,storting',
  'uznanie,wpływ,wpłata,przychód,insättning,inbetalning,indbetaling,indsat,innbetaling,inn,příjem,pano,alacak,приход,поступление,зачисление,кредит,收入,入金,贷方,貸方',
);
/** The way a payment is made or what it is for: no direction, and nothing to ask about. */
const NEUTRAL = words(
  'ach,wire,wires,wire transfer,bank transfer,transfer,transfers,payment,payments,bill payment,ach payment,wire payment,ach transfer,international wire,domestic wire,eft,sepa,swift,bacs,chaps,faster payment,faster payments,fps,rtgs,neft,imps,upi,interac,zelle,book transfer,standing order,card,card payment,check,cheque,checks,fee,fees,charge,service charge,other,misc,miscellaneous,bank,online,online transfer,vendor,supplier,expense,payroll,tax,dividend,dividends,distribution,distributions,payout,payouts,shareholder payment,ntrf,nmsc,nchk,nchg,ndiv,nsto,trf,tfr,div',
  'überweisung,überweisungen,zahlung,dauerauftrag,sepa überweisung,onlineüberweisung,online überweisung,auslandsüberweisung,echtzeitüberweisung,überweisungsauftrag,sammelüberweisung,gebühr,entgelt,dividende,ausschüttung,kartenzahlung,sonstige',
  'virement,virements,virement sepa,paiement,paiement carte,frais,dividendes,carte,chèque,transferencia,transferencias,traspaso,pago,pagos,comisión,dividendo,dividendos,tarjeta,transferência,pagamento,ted,pix,doc,bonifico,bonifico sepa,pagamenti,commissione,giroconto,overboeking,overschrijving,betaling,kosten,ov,gt,ba',
);
/** It says how a payment was made, and whoever reads it has not to ask. */
export const isNeutralKind = (text: string): boolean => NEUTRAL.has(plainWords(text));

/** Part of a longer text they may name the way a payment was made, and not where the money went. */
const MAYBE =
  /\b(credits?|debits?|crdt|dbit|cr|dr|haben|soll|gutschrift|belastung|lastschrift|credito|debito|deposits?|withdrawals?|incoming|outgoing|received|sent|prelevement|bij|af|dare|avere|cargo|abono)\b/;

/** In: a whole cell. Null: it says nothing of a direction; `doubtful`: it may, and somebody must say what. */
export function directionOf(text: string): Direction | 'doubtful' | null {
  const plain = plainWords(text);
  if (OUT.has(plain) || SHORT.out.has(plain) || LETTERS.out.has(plain)) return 'out';
  if (IN.has(plain) || SHORT.in.has(plain) || LETTERS.in.has(plain)) return 'in';
  return MAYBE.test(plain) || /[借贷貸]/.test(plain) ? 'doubtful' : null;
}

/** A letter or a dash under a heading that nobody knows may mean anything. */
export const isCertainAlone = (text: string): boolean => plainWords(text).length > 1 || plainWords(text) === '+';

const AFFIXES = { out: words('dr,d,db,deb,debit,s,soll,débito'), in: words('cr,c,h,haben,credit,crédito') };

/** What stands before or behind a figure: "1,000.00 DR", "500,00 H". */
export function directionBeside(text: string): Direction | null {
  const plain = plainWords(text);
  return AFFIXES.out.has(plain) ? 'out' : AFFIXES.in.has(plain) ? 'in' : null;
}

const BOOKED = words(
  'book,booked,posted,completed,complete,cleared,settled,paid,executed,processed,done,success,successful,succeeded,final,finalised,finalized,reconciled,ok,confirmed,closed,accounted,acsc,accc',
  'gebucht,umsatz gebucht,verbucht,ausgeführt,abgeschlossen,erledigt,bezahlt,erfolgreich,gebuchte umsätze,verarbeitet',
  'comptabilisé,comptabilisée,exécuté,exécutée,effectué,effectuée,terminé,terminée,payé,payée,traité,validé,passé',
  'contabilizado,contabilizada,completado,completada,ejecutado,ejecutada,realizado,realizada,pagado,pagada,liquidado,procesado,finalizado,hecho',
  'concluído,concluída,efetuado,efetuada,efetivado,pago,paga,processado,lançado',
  'contabilizzato,contabilizzata,eseguito,eseguita,completato,completata,pagato,registrato',
  'geboekt,verwerkt,voltooid,uitgevoerd,betaald,afgerond',
);
const NOT_BOOKED = words(
  'pdng,pending,info,futr,future,scheduled,planned,processing,in process,in progress,under way,open,authorised,authorized,authorisation,authorization,pre authorization,reserved,on hold,hold,held,awaiting approval,awaiting,waiting,submitted,initiated,draft,queued,received not booked,not booked,unposted,uncleared,not cleared,provisional,memo posted,intraday',
  'failed,failure,fail,error,declined,denied,rejected,reject,rjct,refused,cancelled,canceled,canc,cancellation,void,voided,reversed,reversal,reverted,expired,blocked,stopped,deleted,returned,return,bounced,refunded,unsuccessful,incomplete,not paid,unpaid,recalled,disputed,chargeback,insufficient funds',
  'vorgemerkt,umsatz vorgemerkt,vorgemerkte umsätze,ausstehend,offen,in bearbeitung,in arbeit,geplant,terminiert,wartend,reserviert,nicht gebucht,angekündigt',
  'fehlgeschlagen,fehler,abgelehnt,zurückgewiesen,storniert,storno,stornierung,rückgabe,zurückgegeben,retourniert,rückläufer,abgebrochen,gelöscht,gesperrt,nicht ausgeführt,widerrufen,rückgängig,rückgebucht,zurückgebucht,rückbuchung',
  'en attente,en cours,à venir,prévu,prévue,programmé,planifié,non comptabilisé,en suspens,provisoire',
  'échoué,échouée,échec,refusé,refusée,rejeté,rejetée,rejet,annulé,annulée,contrepassé,extourné,extournée,retourné,retournée,impayé,expiré,bloqué,erreur',
  'pendiente,en proceso,en curso,en trámite,programado,programada,previsto,retenido,retenida,por contabilizar,no contabilizado',
  'fallido,fallida,fallado,rechazado,rechazada,denegado,denegada,cancelado,cancelada,anulado,anulada,revertido,revertida,devuelto,devuelta,devolución,error,caducado,retrocedido,retrocedida,impagado',
  'pendente,em processamento,agendado,agendada,a processar,aguardando,recusado,recusada,rejeitado,rejeitada,estornado,estornada,devolvido,devolvida,falhou,falhado,expirado,em aberto',
  'in sospeso,in attesa,in corso,in elaborazione,prenotato,non contabilizzato,da contabilizzare,fallito,fallita,non riuscito,rifiutato,rifiutata,respinto,respinta,annullato,annullata,stornato,stornata,scaduto,insoluto',
  'in behandeling,gepland,gereserveerd,nog niet verwerkt,openstaand,wachtend,mislukt,geweigerd,afgewezen,geannuleerd,gestorneerd,teruggeboekt,teruggedraaid,verlopen,geblokkeerd',
);
/** Of money that came in: it is what came back, and booked. */
const CAME_BACK = words(
  'returned,return,bounced,refunded,returned payment,zurückgegeben,rückgabe,retourniert,rückläufer,retourné,retournée,impayé,rejet,devuelto,devuelta,devolución,devolvido,devolvida,insoluto,teruggeboekt',
);

export type Standing = 'booked' | 'not_booked' | 'came_back';

/** In: a whole cell. Null: not known. */
export function standingOf(text: string): Standing | null {
  const plain = plainWords(text);
  if (plain === '' || BOOKED.has(plain)) return 'booked';
  if (CAME_BACK.has(plain)) return 'came_back';
  return NOT_BOOKED.has(plain) ? 'not_booked' : null;
}

const BACK = [
  ...words(
    'returned,returns,reversal,reversals,reversed,rejected,refund,refunded,chargeback,bounced,recalled',
    'rückgabe,rückläufer,rücklastschrift,rücküberweisung,rückzahlung,rückbuchung,retoure,storno,stornierung,storniert',
    'rejet,rejeté,impayé,retour,retourné,contrepassation,remboursement',
    'devolución,devuelto,devuelta,retrocesión,reembolso,devolvido,devolução,estorno,estornado',
    'insoluto,stornato,rimborso,teruggave,retourbetaling,teruggeboekt,gestorneerd',
    'rtn,rtnd,retd,rtd,returning,returned ach,unpaid,dishonoured,dishonored,undeliverable,nrti,retournierung,retourniert,retouren,rückgutschrift,zurückgegeben,rückgängig,impayée,rejetée,retournée,remboursé,annulation,extourne,devuelta,reverso,retrocedido,anulación,devolvida,storno,respinto',
  ),
  // NACHA's codes of a return.
  'r(?:0[1-9]|[1-8]\\d)',
  // A distribution may be one.
  'return(?! of capital)',
];
const SPEAKS_OF_RETURN = new RegExp(`\\b(${BACK.join('|')})\\b`);

/** A text that speaks of money that came back: without a direction, nobody knows which way it went. */
export const speaksOfReturn = (text: string): boolean => SPEAKS_OF_RETURN.test(plainWords(text));

/** In a text they mean other things. */
const NOT_IN_TEXT = words('in,inn,plus,+,c,h,e,avoir,pano,receipt,remise,abono,haber,cr,inward');
const SAID_IN_TEXT = [...IN].filter((word) => !NOT_IN_TEXT.has(word) && /^[\p{L} ]+$/u.test(word));
const INCOMING = new RegExp(
  `(?<!\\p{L})(${SAID_IN_TEXT.join('|')}|\\p{L}*gutschrift|\\p{L}*eingang|eingehend\\p{L}*|en votre faveur|a su favor|a (?:vostro|suo) favore)(?!\\p{L})`,
  'u',
);

/** A text that speaks of money that came in. A payment by credit transfer left, and says so with a minus or a debit. */
export const speaksOfIncoming = (text: string): boolean => INCOMING.test(plainWords(text));

/** Words that say it within a longer text too: "Payment failed". */
const AGAINST = words(
  'pending,failed,failure,declined,denied,rejected,refused,cancelled,canceled,cancellation,void,voided,reversed,reverted,expired,hold,holds,held,unposted,uncleared,blocked,stopped,unsuccessful,insufficient,nsf,pdng,rjct,provisional,preauth,preauthorization,authorisation,authorization',
  'vorgemerkt,ausstehend,fehlgeschlagen,abgelehnt,storniert,attente,échoué,échec,refusé,rejeté,annulé,pendiente,fallido,rechazado',
  'vorgemerkte,vorgemerkter,vormerkung,reservierung,reserviert,geplant,zurückgewiesen,rückgängig,échouée,refusée,rejetée,annulée,impayé,suspens,provisoire,retenido,retención,devuelto,fallida,rechazada,cancelada,anulada,agendado,falhou,rifiutata,respinta,annullata,geannuleerd,gereserveerd',
  'cancelado,anulado,revertido,pendente,recusado,rejeitado,estornado,sospeso,fallito,rifiutato,respinto,annullato,mislukt,geweigerd',
);

/** The word of a longer text that says that it is not booked, or did not go; null if none does. */
export function wordAgainst(text: string): string | null {
  const plain = plainWords(text);
  return plain.split(' ').find((word) => AGAINST.has(word)) ?? SPEAKS_OF_RETURN.exec(plain)?.[0] ?? null;
}
const speaksAgainst = (text: string): boolean =>
  plainWords(text)
    .split(' ')
    .some((word) => AGAINST.has(word));

/** In: a cell of a column of standings. */
export const standingUnder = (text: string): Standing | null =>
  standingOf(text) ?? (speaksAgainst(text) ? 'not_booked' : null);

/** In: a cell of a column of kinds, such as "ACH Return" or "Pending payment". A reversal that came in is money that came back. */
export const standingOfKind = (text: string): Standing | null =>
  speaksOfReturn(text) ? 'came_back' : standingUnder(text);

const HEADS = {
  against: words(
    'scheduled,upcoming,future,planned,processing,authorised,authorized,unsettled,outstanding,ausstehende,offene,geplante,vorgemerkten,stornierte,fehlgeschlagene,abgelehnte,venir,prévues,attente,pendientes,programados,retenciones,rechazados,pendentes,futuros,agendados,sospese,attesa,prenotate,geplande,gereserveerde',
  ),
  booked: words(
    'posted,booked,cleared,completed,settled,gebucht,gebuchte,gebuchten,comptabilisées,comptabilisés,contabilizados,realizados,contabilizzati,geboekte',
  ),
};
/** What a row that is no line says of the lines below it: "Pending transactions". */
export function standingBelow(text: string): 'against' | 'booked' | null {
  const tokens = plainWords(text).split(' ');
  if (wordAgainst(text) !== null || standingOf(text) === 'not_booked') return 'against';
  if (tokens.some((token) => HEADS.against.has(token))) return 'against';
  return tokens.some((token) => HEADS.booked.has(token)) ? 'booked' : null;
}
