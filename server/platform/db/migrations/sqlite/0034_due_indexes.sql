CREATE INDEX `attachment_begun` ON `attachment` (`at`) WHERE start = 0;--> statement-breakpoint
CREATE INDEX `draft_blank` ON `draft` (`at`) WHERE task_rev = 0;--> statement-breakpoint
CREATE INDEX `share_code_expires` ON `share_code` (`expires_at`);--> statement-breakpoint
CREATE INDEX `tablet_guest` ON `tablet` (`cid`) WHERE guest_of is not null and revoked_at is null;--> statement-breakpoint
CREATE INDEX `task_unsealed` ON `task` (`state_at`) WHERE state = 'submitted';