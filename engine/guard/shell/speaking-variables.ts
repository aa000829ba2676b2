/** Variables whose value other programs hand to a shell. */
export const COMMAND_VARIABLES =
  /^(?:GIT_(?:PAGER|EDITOR|SEQUENCE_EDITOR|SSH_COMMAND|SSH|EXTERNAL_DIFF|ASKPASS|PROXY_COMMAND)|PAGER|MANPAGER|EDITOR|VISUAL|BROWSER|LESSOPEN|LESSCLOSE|PROMPT_COMMAND|SSH_ASKPASS|RSYNC_RSH)$/;
/** Variables in which git finds settings. */
export const GIT_SETTINGS = /^GIT_CONFIG_(?:KEY_\d+|PARAMETERS)$/;
/** Variables that name a script which a shell reads first. */
export const SCRIPT_VARIABLES = /^(?:BASH_ENV|ENV)$/;
