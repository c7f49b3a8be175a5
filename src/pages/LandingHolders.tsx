// The shareholder's section: what a holder can do, the two sign-in links, and an example statement.
import { say } from '../words/say.ts';
import { sayAround } from '../words/sayAround.ts';
import { count, money } from './landingFigures.ts';

const abilities = [
  say`View your holdings and follow the value of your portfolio`,
  say`See each distribution: what was declared, what was paid to you, and when`,
  say`Download your certificates and documents`,
  say`Read updates from the company, and answer them`,
];

export function LandingHolders() {
  return (
    <section className="section wrap" id="shareholders">
      <div className="holders">
        <div>
          <h2>{say`What you own, what it is worth, what you were paid`}</h2>
          <p className="lead">{say`If you hold shares in a company that uses Sharebook, you see your own records here.`}</p>
          <ul className="ticks">
            {abilities.map((ability) => (
              <li key={ability}>
                <Tick />
                <span>{ability}</span>
              </li>
            ))}
          </ul>
          <div className="row-actions">
            <a className="btn primary tall" href="/login">
              {say`Login as Shareholder`}
            </a>
            <a className="btn tall" href="/signup?type=shareholder">
              {say`Register as Shareholder`}
            </a>
          </div>
          <p className="fine">{say`To register you need the client name. Your company’s administrator has it.`}</p>
        </div>
        <div>
          <Statement />
          <p className="fine">
            {say`One holder of the sample company, at the price each class was issued for. It is not a real company.`}
          </p>
        </div>
      </div>
    </section>
  );
}

function Statement() {
  return (
    <div className="statement">
      <table>
        <caption>{say`Your shares in Tidewater Robotics, Inc.`}</caption>
        <thead>
          <tr>
            <th scope="col">{say`Holding`}</th>
            <th scope="col">{say`Shares`}</th>
            <th scope="col" className="detail">
              {say`Price`}
            </th>
            <th scope="col">{say`Value`}</th>
          </tr>
        </thead>
        <tbody>
          <Holding name="Series Seed Preferred" certificate="SS-4" shares={125_000} price={0.8} value={100_000} />
          <Holding name="Series A Preferred" certificate="SA-4" shares={31_250} price={3.2} value={100_000} />
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{say`Total`}</th>
            <td>{count(156_250)}</td>
            <td className="detail">–</td>
            <td>{money(200_000)}</td>
          </tr>
        </tfoot>
      </table>
      <table>
        <caption>{say`Paid to you`}</caption>
        <tbody>
          <tr>
            <th scope="row">{say`Dividend, $0.02 on 125,000 Series Seed`}</th>
            <td>{money(2_500)}</td>
          </tr>
          <tr>
            <th scope="row">{say`Dividend, $0.02 on 31,250 Series A`}</th>
            <td>{money(625)}</td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{say`Received`}</th>
            <td>{money(3_125)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

interface HoldingProps {
  name: string;
  certificate: string;
  shares: number;
  price: number;
  value: number;
}

function Holding({ name, certificate, shares, price, value }: HoldingProps) {
  return (
    <tr>
      <th scope="row">
        {name}
        <small>{sayAround`Certificate ${certificate}`}</small>
      </th>
      <td>{count(shares)}</td>
      <td className="detail">{money(price)}</td>
      <td>{money(value)}</td>
    </tr>
  );
}

function Tick() {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M5 12.5l4.5 4.5L19 7.5" />
    </svg>
  );
}
