/// The keys of an Info.plist that Apple documents or its tools write. The lint of an app's policy tells by them whether
/// a file is an Info.plist, and whether a key is misspelled.
///
/// The sources are Apple's "Information Property List" (Bundle Resources), its predecessor "Information Property List
/// Key Reference" (archived 2018), `CFBundle_Internal.h` in CF, and the keys that Xcode adds to a built app. The list
/// has all keys of the pages "Bundle configuration", "User interface", "App execution", "Protected resources", "Data
/// and storage" and "App services" of the first source in 2026. The other sources were not compared key by key. A
/// suffix such as `~ipad` or `-macos` may follow a key. A key that is missing here may be correct, because the list
/// grows with each release of Xcode.
package enum InfoPlistKeys {
    /// Whether the key is one of an Info.plist.
    package static func contain(_ key: String) -> Bool {
        let name = key.prefix { $0 != "~" && $0 != "-" }
        return documentedOrWritten.contains(String(name)) || name.hasPrefix("CFBundle")
            || name.hasPrefix("NS") && name.hasSuffix("UsageDescription")
    }

    private static let documentedOrWritten = Set(
        [bundle, appKit, uiKit, documented, tools].flatMap { $0.split { $0.isWhitespace }.map(String.init) })

    private static let bundle = """
        CFAppleHelpAnchor CFBundleAllowMixedLocalizations CFBundleAlternateIcons CFBundleDevelopmentRegion
        CFBundleDisplayName CFBundleDocumentTypes CFBundleExecutable CFBundleGetInfoString CFBundleHelpBookFolder
        CFBundleHelpBookName CFBundleIconFile CFBundleIconFiles CFBundleIconName CFBundleIcons CFBundleIdentifier
        CFBundleInfoDictionaryVersion CFBundleLocalizations CFBundleName CFBundlePackageType CFBundlePrimaryIcon
        CFBundleShortVersionString CFBundleSignature CFBundleSpokenName CFBundleSupportedPlatforms CFBundleURLTypes
        CFBundleVersion CFPlugInDynamicRegisterFunction CFPlugInDynamicRegistration CFPlugInFactories CFPlugInTypes
        CFPlugInUnloadFunction CSResourcesFileMapped QLIsDataBasedPreview QLPreviewHeight QLPreviewWidth
        QLSupportedContentTypes QLSupportsConcurrentRequests QLSupportsSearchableItems QLThumbnailMinimumDimension
        """
    private static let appKit = """
        APFiles APInstallerURL ASPluginIdentifier ATSApplicationFontsPath AudioComponents AudioUnit
        CGDisableCoalescedUpdates ComponentInputModeDict DSServices IOKitPersonalities InputMethodConnectionName
        InputMethodServerControllerClass InputMethodServerDelegateClass LSApplicationCategoryType
        LSApplicationQueriesSchemes LSArchitecturePriority LSBackgroundOnly LSCounterpartIdentifiers LSEnvironment
        LSExecutableArchitectures LSFileQuarantineEnabled LSFileQuarantineExcludedPathPatterns LSGetAppDiedEvents
        LSHandlerRank LSHasLocalizedDisplayName LSItemContentTypes LSMaximumSystemVersion LSMinimumSystemVersion
        LSMinimumSystemVersionByArchitecture LSMultipleInstancesProhibited LSPrefersPPC LSRequiresCarbon
        LSRequiresIPhoneOS LSRequiresNativeExecution LSSupportsGameMode LSSupportsOpeningDocumentsInPlace
        LSSupportsOpeningDocumentsInPlaceByDefault LSUIElement LSUIPresentationMode LSVisibleInClassic
        MDItemKeywords NSAccentColorName NSAdvertisingAttributionReportEndpoint NSAppDataUsageDescription
        NSAppIconActionTintColorName NSAppTransportSecurity NSAppleEventsUsageDescription NSAppleScriptEnabled
        NSAutoFillRequiresTextContentTypeForOneTimeCodeOnMac NSBonjourServices NSCameraPortraitEffectEnabled
        NSCameraReactionEffectGesturesEnabledDefault NSCameraReactionEffectsEnabled NSCameraStudioLightEnabled
        NSDesktopFolderUsageDescription NSDockTilePlugIn NSDocumentsFolderUsageDescription NSExtension
        NSExtensionActivationRule NSFileProviderDomainUsageDescription NSGKFriendListUsageDescription
        NSHighResolutionCapable NSHumanReadableCopyright NSJavaNeeded NSJavaPath NSJavaRoot
        NSLocationDefaultAccuracyReduced NSLocationTemporaryUsageDescriptionDictionary NSMainNibFile
        NSMainStoryboardFile NSNearbyInteractionAllowOnceUsageDescription NSPrefPaneIconFile NSPrefPaneIconLabel
        NSPrincipalClass NSQuitAlwaysKeepsWindows NSRequiresAquaSystemAppearance NSServices
        NSSpeechRecognitionUsageDescription NSStickerSharingLevel NSSupportsAutomaticGraphicsSwitching
        NSSupportsAutomaticTermination NSSupportsLiveActivities NSSupportsLiveActivitiesFrequentUpdates
        NSSupportsPurgeableLocalStorage NSSupportsSuddenTermination NSTouchBarCustomizationEnabled
        NSUbiquitousContainers NSUbiquitousDisplaySet NSUserActivityTypes NSUserNotificationAlertStyle
        NSWidgetBackgroundColorName NSWidgetWantsLocation OSAScriptingDefinition OSAXHandlers
        OSBundleCompatibleVersion OSBundleLibraries OSBundleRequired OSBundleUsageDescription SMAuthorizedClients
        SMPrivilegedExecutables TICapsLockLanguageSwitchCapable TISIntendedLanguage UTExportedTypeDeclarations
        UTImportedTypeDeclarations tsInputMethodCharacterRepertoireKey
        """
    private static let uiKit = """
        BGTaskSchedulerPermittedIdentifiers CADisableMinimumFrameDuration CADisableMinimumFrameDurationOnPhone
        CLKComplicationGroup CLKComplicationPrincipalClass CLKComplicationSupportedFamilies EXAppExtensionAttributes
        EXExtensionPrincipalClass GCSupportedGameControllers GCSupportsControllerUserInteraction GCSupportsGameMode
        GCSupportsMultipleMicroGamepads GKGameCenterBadgingDisabled GKShowChallengeBanners
        HMAccessoryUsageDescription INAlternativeAppNames INIntentsRestrictedWhileLocked INIntentsSupported
        INSupportedMediaCategories ITSAppUsesNonExemptEncryption ITSEncryptionExportComplianceCode
        ITSWatchOnlyContainer MKDirectionsApplicationSupportedModes MinimumOSVersion MinimumPlatformVersion
        NEMachServiceName NENetworkExtension NFCReaderUsageDescription NSAccessorySetupBluetoothCompanyIdentifiers
        NSAccessorySetupBluetoothNames NSAccessorySetupBluetoothServices NSAccessorySetupKitSupports
        NSAccessorySetupSupports PHPhotoLibraryPreventAutomaticLimitedAccessAlert SKAdNetworkItems UIAppFonts
        UIApplicationExitsOnSuspend UIApplicationSceneManifest UIApplicationShortcutItems
        UIApplicationSupportsIndirectInputEvents UIApplicationSupportsMultipleScenes
        UIApplicationSupportsPrintCommand UIApplicationSupportsTabbedSceneCollection UIBackgroundModes
        UIDesignRequiresCompatibility UIDeviceFamily UIFileSharingEnabled UIHostedViewServiceName
        UIInterfaceOrientation UILaunchImageFile UILaunchImages UILaunchScreen UILaunchScreens
        UILaunchStoryboardName UILaunchStoryboards UILaunchToFullScreenByDefaultOnMac UIMainNibFile
        UIMainStoryboardFile UINewsstandApp UIPrefersShowingLanguageSettings UIPrerenderedIcon
        UIRequiredDeviceCapabilities UIRequiresFullScreen UIRequiresFullScreenIgnoredStartingWithVersion
        UIRequiresPersistentWiFi UISceneDelegateClassName UIStatusBarHidden UIStatusBarStyle
        UIStatusBarTintParameters UISupportedExternalAccessoryProtocols UISupportedInterfaceOrientations
        UISupportsDocumentBrowser UISupportsTrueScreenSizeOnMac UIUserInterfaceStyle
        UIViewControllerBasedStatusBarAppearance UIViewEdgeAntialiasing UIViewGroupOpacity
        UIViewServiceUsesNSXPCConnection UIWhitePointAdaptivityStyle WKAppBoundDomains WKAppBundleIdentifier
        WKApplication WKBackgroundModes WKCompanionAppBundleIdentifier WKExtensionDelegateClassName
        WKPrefersNetworkUponForeground WKRunsIndependentlyOfCompanionApp WKSupportsLiveActivityLaunchAttributeTypes
        WKWatchKitApp WKWatchOnly com.apple.developer.nfc.readersession.felica.systemcodes
        com.apple.developer.nfc.readersession.iso7816.select
        """
    private static let documented = """
        ASAccountAuthenticationModificationOptOutOfSecurityPromptsOnSignIn
        ASWebAuthenticationSessionWebBrowserSupportCapabilities AVGameBypassSystemSpatialAudio AdNetworkIdentifiers
        AttributionCopyEndpoint BAAppGroupID BAEssentialMaxInstallSize BAHasManagedAssetPacks
        BAInitialDownloadRestrictions BAManifestURL BAMaxInstallSize BAUsesAppleHosting BEEmbeddedWebBrowserEngine
        BEEmbeddedWebBrowserEngineVersion CKSharingSupported CoreSpotlightActions ENAPIVersion ENDeveloperRegion
        EligibleForAdAttributionKitReengagementPostbackCopies GCDisableInferringGameMetadata
        GCRequiresControllerUserInteraction GPUEjectPolicy GPUSelectionPolicy
        INIntentsRestrictedWhileProtectedDataUnavailable JSNotificationURLFormat LSBundleContainsCoreMLmlmodelc
        MKSellsDigitalGoods MusicHapticsSupported NSAppClip NSApplicationServices NSDownloadsUbiquitousContents
        NSEndpointSecurityEarlyBoot NSEndpointSecurityRebootRequired
        NSHealthRequiredReadAuthorizationTypeIdentifiers NSObservationTrackingEnabled
        NSPrefersDisplaySafeAreaCompatibilityMode NSSensorKitPrivacyPolicyURL NSSensorKitUsageDetail
        NSUpdateSecurityPolicy OSLogPreferences PUICAutoLaunchAudioOptOut QLNeedsToBeRunInMainThread
        QLThumbnailMinimumSize SFSafariCorrespondingIOSAppBundleIdentifier
        SFSafariCorrespondingIOSExtensionBundleIdentifier SFSafariCorrespondingMacOSAppBundleIdentifier
        SFSafariCorrespondingMacOSExtensionBundleIdentifier SKExternalLinkAccount SKExternalPurchase
        SKExternalPurchaseCustomLinkRegions SKExternalPurchaseLink SKExternalPurchaseLinkStreamingRegions
        SKExternalPurchaseMultiLink SKIncludeConsumableInAppPurchaseHistory SRResearchDataGeneration
        UIAppSupportsHDR UIApplicationPreferredDefaultSceneSessionRole UIApplicationShortcutWidget
        UIObservationTrackingEnabled UIPreferredDefaultInterfaceOrientation UISupportsAssistiveAccess
        UISupportsFullScreenInAssistiveAccess WKSupportsAlwaysOnDisplay WiFiAwareServices XPCService
        """
    private static let tools = """
        BuildMachineOSBuild DTAppStoreToolsBuild DTCompiler DTPlatformBuild DTPlatformName DTPlatformVersion
        DTSDKBuild DTSDKName DTXcode DTXcodeBuild NSMainNibFile
        """
}
