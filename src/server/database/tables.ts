// Generated from the migrations by `npm run db:types`. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { GoalKind } from '#shared/club-goal.ts'
import type { DecisionAction, Suggestion } from '#shared/contract/desk.ts'
import type { LogKind } from '#shared/contract/desk-log.ts'
import type { MarkKind } from '#shared/contract/desk-records.ts'
import type { PrivacyChoice, ProofWish } from '#shared/contract/proofs.ts'
import type { CalendarDay } from '#shared/days.ts'
import type { ChannelPost } from '#shared/desk.ts'
import type { RosterEventKind } from '#shared/event-texts.ts'
import type {
  ClubRole,
  ClubType,
  Family,
  GlitchKind,
  IncidentKind,
  KeyStatus,
  LinkPurpose,
  MessageEvent,
  MessageKind,
  MessageState,
  RankingType,
  TargetKind,
} from '#shared/kinds.ts'
import type { Language } from '#shared/languages.ts'
import type { EntityType } from '#shared/tag.ts'

type TimeColumn = ColumnType<Date, Date | string, Date | string>
type DateColumn = ColumnType<CalendarDay, string, string>
type JsonColumn<Value = unknown> = ColumnType<Value, string, string>

export type Absences = {
  id: GeneratedAlways<number>
  desk: string
  player_tag: string
  from_day: DateColumn
  until_day: DateColumn
  note: string
  by_member: boolean
  author_id: number | null
  created_at: TimeColumn
  changed_at: TimeColumn
  removed_at: TimeColumn | null
  version: number
}

export type Announcements = {
  sender: string
  number: number
  topics: string[]
  announced_at: TimeColumn
}

export type ApiKeys = {
  user_id: number
  key_id: string
  nonce: Buffer
  sealed: Buffer
  status: KeyStatus
  updated_at: TimeColumn
}

export type Arrivals = {
  day: DateColumn
  type: EntityType
  entities: number
  part: Generated<number>
}

export type BattleLogCoverage = {
  player_tag: string
  covered_from: TimeColumn
  covered_to: TimeColumn
  overflow: boolean
  whole: Generated<boolean>
}

export type BattleMaps = {
  event_id: number
  mode: string
  map: string
  seen_on: DateColumn
}

export type Battles = {
  battle_key: string
  battle_time: TimeColumn
  results: number
  owners: number
  sides: Buffer
}

export type BrawlerPlayers = {
  player_tag: string
  family: Family
  brawler_id: number
  since: DateColumn
  wins: number
  losses: number
  draws: number
  prior: number
  low: number
}

export type Brawlers = {
  id: number
  name: string
  seen_at: TimeColumn
}

export type ClubAnswers = {
  club_tag: string
  day: DateColumn
  entries: string
}

export type ClubChannels = {
  id: GeneratedAlways<number>
  desk: string
  slot: number
  name: string
  webhook: string
  key_id: string
  nonce: Buffer
  sealed: Buffer
  posts: JsonColumn<ChannelPost[]>
  language: Language
  time_zone: string
  quiet_from: number | null
  quiet_until: number | null
  paused: Generated<boolean>
  off_reason: string | null
  tested_at: TimeColumn | null
  posted_until: TimeColumn
  board_message: string | null
  board_hash: string | null
  author_id: number | null
  created_at: TimeColumn
  changed_at: TimeColumn
  version: number
  days_seen_at: TimeColumn | null
  days_told: Generated<JsonColumn>
  off_facts: JsonColumn | null
}

export type ClubGoals = {
  id: GeneratedAlways<number>
  desk: string
  kind: GoalKind
  trophies: number
  from_day: DateColumn
  until_day: DateColumn
  author_id: number | null
  created_at: TimeColumn
  changed_at: TimeColumn
  removed_at: TimeColumn | null
  version: Generated<number>
}

export type ClubMembers = {
  club_tag: string
  player_tag: string
  role: ClubRole
  trophies: number
  first_seen_at: TimeColumn
  joined_at: TimeColumn | null
  left_at: TimeColumn | null
  name: string | null
}

export type ClubMonths = {
  club_tag: string
  month: DateColumn
  trophies: (number | null)[]
  members: (number | null)[]
  scans: (number | null)[]
  joined: Generated<(number | null)[]>
  departed: Generated<(number | null)[]>
}

export type ClubNotices = {
  desk: string
  text: string
  languages: string[]
  min_trophies: number | null
  changed_at: TimeColumn
  version: number
}

export type ClubProfiles = {
  tag: string
  made_on: DateColumn
  median_trophies: number | null
  median_gain: number | null
  retention_90d: number | null
  evenness: number | null
  activities: (number | null)[]
  hours: (number | null)[] | null
  modes: JsonColumn | null
  ranked: JsonColumn | null
}

export type ClubResets = {
  club_tag: string
  day: DateColumn
  trophies: number
}

export type ClubReviews = {
  desk: string
  period: string
  review: JsonColumn
  shared_at: TimeColumn | null
  changed_at: TimeColumn
  version: number
}

export type ClubRules = {
  desk: string
  rules: JsonColumn
  time_zone: string
  changed_at: TimeColumn
  version: number
}

export type ClubStaff = {
  desk: string
  player_tag: string
  invited: boolean
  changed_at: TimeColumn
  version: number
}

export type ClubSummaries = {
  tag: string
  name: string
  name_folded: string
  search_text: string
  trophies: number
  member_count: number
  country: string | null
  facet: number
  activity_score: number | null
  ghosts: number | null
  growth_7d: number | null
  growth_from: number | null
  growth_7d_percent: number | null
  popularity_weight: Generated<number>
  analytics_available: boolean
  created_at: TimeColumn
  summarised_on: DateColumn
  short_grams: string[] | null
  entry: ClubType | null
  required_trophies: number | null
  active_members: number | null
  known_members: number | null
}

export type Clubs = {
  tag: string
  name: string
  description: string | null
  type: ClubType | null
  badge_id: number | null
  required_trophies: number | null
  trophies: number
  member_count: number
  country: string | null
  first_seen_at: TimeColumn
  observed_at: TimeColumn
  observed_days: Generated<number>
  first_trophies: number | null
  country_at: TimeColumn | null
  members_complete: Generated<boolean>
  held_since: TimeColumn | null
}

export type CollectionTargets = {
  kind: TargetKind
  key: string
  class: number
  due_at: TimeColumn
  leased_until: TimeColumn | null
  interval_seconds: number
  failures: Generated<number>
  last_error: string | null
  collected_at: TimeColumn | null
  wanted_at: TimeColumn | null
  gone_at: TimeColumn | null
}

export type DeskLog = {
  id: GeneratedAlways<number>
  desk: string
  at: TimeColumn
  kind: LogKind
  author_id: number | null
  player_tag: string | null
  text: string
  record: string
  undo: JsonColumn
  undoes: number | null
  facts: JsonColumn | null
}

export type DiscordLinks = {
  discord_user: string
  player_tag: string
  used_at: TimeColumn
}

export type DueBattleMonths = {
  player_tag: string
  month: DateColumn
}

export type DueBrawlerPlayers = {
  player_tag: string
}

export type DueMetaWeeks = {
  week: DateColumn
}

export type DueReplays = {
  type: EntityType
  tag: string
}

export type EntityCounts = {
  type: EntityType
  facet: number
  thousand: number
  entities: number
  available: number
  scored: number
  activity_tenths: number
  part: Generated<number>
}

export type Favourites = {
  user_id: number
  type: EntityType
  tag: string
  place: number
}

export type ForecastFits = {
  kind: EntityType
  made_on: DateColumn
  days: number
  low: number
  high: number
  windows: number
  below: number
  above: number
}

export type FormerNames = {
  tag: string
  type: EntityType
  name: string
  last_seen_at: TimeColumn
}

export type GameModes = {
  id: number
  name: string
  seen_at: TimeColumn
}

export type Glitches = {
  kind: GlitchKind
  day: DateColumn
  count: number
}

export type GuestSessions = {
  id_hash: Buffer
  created_at: TimeColumn
  expires_at: TimeColumn
  searches_used: Generated<number>
  search_history: Generated<string[]>
}

export type HourlyWork = {
  hour: TimeColumn
  updates: number
  summaries: number
  part: Generated<number>
}

export type Incidents = {
  id: GeneratedAlways<number>
  kind: IncidentKind
  message: string
  started_at: TimeColumn
  ended_at: TimeColumn | null
  seen_at: TimeColumn | null
}

export type KnownSignIns = {
  user_id: number
  trait: Buffer
  seen_at: TimeColumn
}

export type LinkedPlayers = {
  user_id: number
  player_tag: string
  linked_at: TimeColumn
  link_hash: Buffer | null
  link_desk: string | null
  link_until: TimeColumn | null
}

export type LoginTries = {
  account: Buffer
  network: Buffer
  tries: number
  last_at: TimeColumn
  known_until: TimeColumn | null
}

export type MailLinks = {
  secret_hash: Buffer
  user_id: number
  purpose: LinkPurpose
  club_tag: string | null
  created_at: TimeColumn
  expires_at: TimeColumn
  used_at: TimeColumn | null
}

export type MemberMarks = {
  id: GeneratedAlways<number>
  desk: string
  player_tag: string
  kind: MarkKind
  text: string
  pinned: boolean
  weight: number | null
  until: DateColumn | null
  author_id: number | null
  created_at: TimeColumn
  changed_at: TimeColumn
  removed_at: TimeColumn | null
  version: number
  facts: JsonColumn | null
}

export type MetaTurns = {
  week: DateColumn
  until: TimeColumn
}

export type MetaWeeks = {
  family: Family
  mode: string
  event_id: number
  week: DateColumn
  battles: number
  all_battles: number
  newest_at: TimeColumn
  people: Buffer
  unknown: Buffer
  likely_bots: Buffer
  bots: Buffer
}

export type Outbox = {
  id: GeneratedAlways<number>
  kind: MessageKind
  channel: string
  event: MessageEvent
  dedupe_key: string
  payload: JsonColumn | null
  key_id: string | null
  nonce: Buffer | null
  sealed: Buffer | null
  due_at: TimeColumn
  tries: Generated<number>
  unsure: Generated<number>
  leased_until: TimeColumn | null
  state: Generated<MessageState>
  reason: string | null
  receipt: string | null
  created_at: TimeColumn
  ended_at: TimeColumn | null
  facts: JsonColumn | null
}

export type PlayerAnswers = {
  player_tag: string
  day: DateColumn
  entries: string
}

export type PlayerBattleMonths = {
  player_tag: string
  month: DateColumn
  battles: number
  totals: Buffer
}

export type PlayerBattles = {
  player_tag: string
  day: DateColumn
  sides: Buffer
  keys: Buffer
}

export type PlayerMonths = {
  player_tag: string
  month: DateColumn
  trophies: (number | null)[]
  changes: (number | null)[]
  scans: (number | null)[]
  estimated: Generated<(number | null)[]>
  ladder: Buffer | null
}

export type PlayerProfiles = {
  player_tag: string
  read_at: TimeColumn
  highest_trophies: number | null
  exp_level: number | null
  victories_3vs3: number | null
  victories_solo: number | null
  victories_duo: number | null
  brawlers: JsonColumn
  records: JsonColumn | null
}

export type PlayerResets = {
  player_tag: string
  day: DateColumn
  trophies: number
  club_tag: Generated<string | null>
}

export type PlayerReviews = {
  player_tag: string
  period: string
  user_id: number
  review: JsonColumn
  shared_at: TimeColumn
}

export type PlayerSummaries = {
  tag: string
  name: string
  name_folded: string
  search_text: string
  trophies: number
  club_tag: string | null
  country: string | null
  facet: number
  activity_score: number | null
  performance_score: number | null
  consistency_rating: number | null
  longest_streak: number | null
  growth_7d: number | null
  growth_from: number | null
  growth_7d_percent: number | null
  popularity_weight: Generated<number>
  analytics_available: boolean
  created_at: TimeColumn
  summarised_on: DateColumn
  short_grams: string[] | null
  ranked_rating: number | null
  ranked_tier: string | null
  prestige: number | null
}

export type Players = {
  tag: string
  name: string
  name_color: string | null
  icon_id: number | null
  trophies: number
  roster_trophies: number | null
  club_tag: string | null
  role: ClubRole | null
  country: string | null
  first_seen_at: TimeColumn
  observed_at: TimeColumn
  changed_at: TimeColumn | null
  last_battle_at: TimeColumn | null
  first_trophies: number | null
  log_until: TimeColumn | null
  country_at: TimeColumn | null
}

export type Proofs = {
  id_hash: Buffer
  key: string
  player_tag: string
  wish: ProofWish
  user_id: number | null
  network: Buffer
  asked_at: TimeColumn
  starts_at: TimeColumn
  expires_at: TimeColumn
  icon_before: number | null
  icon_now: number | null
  steps_done: Generated<number>
  reads: Generated<number>
  read_at: TimeColumn | null
  done_at: TimeColumn | null
}

export type QueueDecisions = {
  desk: string
  player_tag: string
  action: DecisionAction
  suggestion: Suggestion
  until: DateColumn | null
  author_id: number | null
  changed_at: TimeColumn
  removed_at: TimeColumn | null
  version: number
}

export type Rankings = {
  type: RankingType
  country: string
  brawler_id: number
  collected_at: TimeColumn
  entries: JsonColumn
}

export type RosterEvents = {
  club_tag: string
  id: GeneratedAlways<number>
  kind: RosterEventKind
  player_tag: string | null
  player_name: string | null
  before: string | null
  after: string | null
  observed_after: TimeColumn | null
  observed_at: TimeColumn
}

export type RotationEvents = {
  event_id: number
  starts_at: TimeColumn
  ends_at: TimeColumn
  mode: string
  map: string | null
  seen_at: TimeColumn
}

export type SendLimits = {
  name: string
  used: number
  ends_at: TimeColumn
}

export type Settings = {
  key: string
  value: JsonColumn
}

export type ThrottleWindows = {
  key: Buffer
  used: number
  ends_at: TimeColumn
}

export type Tombstones = {
  tag: string
  wish: PrivacyChoice
  alias: string
  since: TimeColumn
  deletes_at: TimeColumn | null
}

export type TrophyCounts = {
  hundred: number
  players: number
  part: Generated<number>
}

export type UserSessions = {
  token_hash: Buffer
  user_id: number
  created_at: TimeColumn
  last_used_at: TimeColumn
  expires_at: TimeColumn
}

export type UserVisits = {
  user_id: number
  tag: string
  at: TimeColumn
}

export type Users = {
  id: GeneratedAlways<number>
  username: string
  email: string
  password_hash: string
  search_count: Generated<number>
  search_history: Generated<string[]>
  created_at: TimeColumn
  my_club: string | null
  email_confirmed_at: TimeColumn | null
  my_player: string | null
  language: Generated<Language>
}

export type Visits = {
  type: EntityType
  tag: string
  day: DateColumn
  visitor: Buffer
  viewed: boolean
  searched: boolean
}

export type WeekMails = {
  user_id: number
  club_tag: string
  asked_at: TimeColumn
  confirmed_at: TimeColumn | null
  last_week: DateColumn | null
}

export type WeekReports = {
  desk: string
  week: DateColumn
  report: JsonColumn
  made_at: TimeColumn
  published: Generated<boolean>
  version: Generated<number>
}

export type Tables = {
  absences: Absences
  announcements: Announcements
  api_keys: ApiKeys
  arrivals: Arrivals
  battle_log_coverage: BattleLogCoverage
  battle_maps: BattleMaps
  battles: Battles
  brawler_players: BrawlerPlayers
  brawlers: Brawlers
  club_answers: ClubAnswers
  club_channels: ClubChannels
  club_goals: ClubGoals
  club_members: ClubMembers
  club_months: ClubMonths
  club_notices: ClubNotices
  club_profiles: ClubProfiles
  club_resets: ClubResets
  club_reviews: ClubReviews
  club_rules: ClubRules
  club_staff: ClubStaff
  club_summaries: ClubSummaries
  clubs: Clubs
  collection_targets: CollectionTargets
  desk_log: DeskLog
  discord_links: DiscordLinks
  due_battle_months: DueBattleMonths
  due_brawler_players: DueBrawlerPlayers
  due_meta_weeks: DueMetaWeeks
  due_replays: DueReplays
  entity_counts: EntityCounts
  favourites: Favourites
  forecast_fits: ForecastFits
  former_names: FormerNames
  game_modes: GameModes
  glitches: Glitches
  guest_sessions: GuestSessions
  hourly_work: HourlyWork
  incidents: Incidents
  known_sign_ins: KnownSignIns
  linked_players: LinkedPlayers
  login_tries: LoginTries
  mail_links: MailLinks
  member_marks: MemberMarks
  meta_turns: MetaTurns
  meta_weeks: MetaWeeks
  outbox: Outbox
  player_answers: PlayerAnswers
  player_battle_months: PlayerBattleMonths
  player_battles: PlayerBattles
  player_months: PlayerMonths
  player_profiles: PlayerProfiles
  player_resets: PlayerResets
  player_reviews: PlayerReviews
  player_summaries: PlayerSummaries
  players: Players
  proofs: Proofs
  queue_decisions: QueueDecisions
  rankings: Rankings
  roster_events: RosterEvents
  rotation_events: RotationEvents
  send_limits: SendLimits
  settings: Settings
  throttle_windows: ThrottleWindows
  tombstones: Tombstones
  trophy_counts: TrophyCounts
  user_sessions: UserSessions
  user_visits: UserVisits
  users: Users
  visits: Visits
  week_mails: WeekMails
  week_reports: WeekReports
}
