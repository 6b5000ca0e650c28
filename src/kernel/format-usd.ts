/** "$0", "$0.0042", "$1.20": small sums with more digits. */
export function formatUsd(amount: number): string {
  if (amount === 0) return '$0';
  if (amount < 0.0001) return 'less than $0.0001';
  return `$${amount.toFixed(amount < 0.1 ? 4 : 2)}`;
}
