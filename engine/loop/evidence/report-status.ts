/** The only words that a verification report may carry as its status. */
export const REPORT_STATUSES = ["passed", "gaps_found", "human_needed"] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

export function isReportStatus(word: string): word is ReportStatus {
  return (REPORT_STATUSES as readonly string[]).includes(word);
}
