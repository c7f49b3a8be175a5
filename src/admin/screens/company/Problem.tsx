// Why something was not done.
export const Problem = ({ text }: { text: string | null }) =>
  text && (
    <p className="alert error" role="alert">
      {text}
    </p>
  );
