export default function CapTable() {
  return null;
}
