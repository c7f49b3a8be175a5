// The shareholder's section: what a holder can do, the two sign-in links, and an example statement.

const abilities = [
  'View your holdings and follow the value of your portfolio',
  'See each distribution: what was declared, what was paid to you, and when',
  'Download your certificates and documents',
  'Read updates from the company, and answer them',
];

export function LandingHolders() {
  return (
    <section className="section wrap" id="shareholders">
      <div className="holders">
        <div>
          <h2>What you own, what it is worth, what you were paid</h2>
          <p className="lead">If you hold shares in a company that uses Sharebook, you see your own records here.</p>
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
              Login as Shareholder
            </a>
            <a className="btn tall" href="/signup?type=shareholder">
              Register as Shareholder
            </a>
          </div>
          <p className="fine">To register you need the client name. Your company’s administrator has it.</p>
        </div>
        <div>
          <Statement />
          <p className="fine">
            One holder of the sample company, at the price each class was issued for. It is not a real company.
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
        <caption>Your shares in Tidewater Robotics, Inc.</caption>
        <thead>
          <tr>
            <th scope="col">Holding</th>
            <th scope="col">Shares</th>
            <th scope="col" className="detail">
              Price
            </th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          <Holding name="Series Seed Preferred" certificate="SS-4" shares="125,000" price="$0.80" value="$100,000.00" />
          <Holding name="Series A Preferred" certificate="SA-4" shares="31,250" price="$3.20" value="$100,000.00" />
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <td>156,250</td>
            <td className="detail">–</td>
            <td>$200,000.00</td>
          </tr>
        </tfoot>
      </table>
      <table>
        <caption>Paid to you</caption>
        <tbody>
          <tr>
            <th scope="row">Dividend, $0.02 on 125,000 Series Seed</th>
            <td>$2,500.00</td>
          </tr>
          <tr>
            <th scope="row">Dividend, $0.02 on 31,250 Series A</th>
            <td>$625.00</td>
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Received</th>
            <td>$3,125.00</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

interface HoldingProps {
  name: string;
  certificate: string;
  shares: string;
  price: string;
  value: string;
}

function Holding({ name, certificate, shares, price, value }: HoldingProps) {
  return (
    <tr>
      <th scope="row">
        {name}
        <small>Certificate {certificate}</small>
      </th>
      <td>{shares}</td>
      <td className="detail">{price}</td>
      <td>{value}</td>
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
